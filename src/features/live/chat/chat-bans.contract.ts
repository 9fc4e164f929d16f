import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { EntryId } from './chat.contract.ts'

/** The length of a time-out. */
export const timeOutMinutes = 5
const maxBanMinutes = 60 * 24 * 365

/** Bans the author of the message. Without `minutes`, the ban is permanent and their messages in this chat are deleted.
 *  */
const ChatBanInput = z.object({
  messageId: EntryId,
  minutes: z.optional(z.int().check(z.gte(1), z.lte(maxBanMinutes))),
})

/** A ban from a broadcaster's chats. `until`: null if permanent; `user`: null for a visitor. */
export const ChatBan = z.object({
  id: Id,
  name: z.string(),
  user: z.nullable(PublicAuthor),
  until: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type ChatBan = z.infer<typeof ChatBan>
const ChatBanList = z.array(ChatBan)

const ofChat = { access: 'member', params: { id: IdText } } as const

export const listChatBans = endpoint('GET /api/livestreams/:id/chat/bans', {
  summary: 'List the people banned from the broadcaster’s chats',
  ...ofChat,
  answer: ChatBanList,
})
export const createChatBan = endpoint('POST /api/livestreams/:id/chat/bans', {
  summary: 'Ban the author of a message from the broadcaster’s chats',
  ...ofChat,
  body: ChatBanInput,
  answer: ChatBan,
  creates: true,
  changes: ['removals'],
})
export const deleteChatBan = endpoint('DELETE /api/livestreams/:id/chat/bans/:banId', {
  summary: 'Lift a ban',
  access: 'member',
  params: { id: IdText, banId: IdText },
  answer: z.null(),
})

export const notYoursToModerate = () => t('Only the broadcaster and administrators can moderate this chat.')
export const cannotBeBanned = () => t('The broadcaster and administrators cannot be banned.')
