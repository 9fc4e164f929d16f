import * as z from 'zod/mini'
import { Id } from '#features/ids/ids.contract.ts'
import { PublicAuthor } from '#features/profiles/profiles.contract.ts'
import { chatPath, EntryId } from './chat.contract.ts'

export const chatBansPath = (id: number | ':id') => `${chatPath(id)}/bans` as const
export const chatBanPath = (id: number | ':id', banId: number | ':banId') => `${chatBansPath(id)}/${banId}` as const

/** How long a time-out is. */
export const timeOutMinutes = 5
const maxBanMinutes = 60 * 24 * 365

/** Whom: whoever wrote the message. For how long: without `minutes` for good, and what they wrote there goes. */
export const ChatBanInput = z.object({
  messageId: EntryId,
  minutes: z.optional(z.int().check(z.gte(1), z.lte(maxBanMinutes))),
})

/** Who may not write into the chats of a broadcaster, `until` then or for good. `user`: null for a visitor. */
export const ChatBan = z.object({
  id: Id,
  name: z.string(),
  user: z.nullable(PublicAuthor),
  until: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
})
export type ChatBan = z.infer<typeof ChatBan>
export const ChatBanList = z.array(ChatBan)

export const notYoursToModerate = 'Only the broadcaster and administrators moderate this chat.'
export const notToBeBanned = 'The broadcaster and administrators cannot be banned.'
