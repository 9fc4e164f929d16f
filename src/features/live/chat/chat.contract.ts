import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perAddress, perMember } from '#kernel/limits.contract.ts'
import { hasVisibleText, shownName } from '#schemas/names.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { ChatQuery } from '#features/live/livestreams/livestreams.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import type { Role } from '#schemas/roles.contract.ts'

/** Source: docs/product.md, Validation. Both limits count code points. */
export const maxMessageLength = 1000
const maxNameLength = 50
export const messageTooLong = () => t('Messages must be {maxMessageLength} characters or less', { maxMessageLength })
const nameIsRequired = () => t('Display name cannot be empty')
const nameIsTooLong = () => t('Display names must be {maxNameLength} characters or less', { maxNameLength })
/** The name that is stored for visitors who have not chosen one. */
export const defaultName = 'Anonymous Viewer'
/** Returns the name in the reader's language if it is the default one. */
export const translatedName = (name: string): string => (name === defaultName ? t('Anonymous Viewer') : name)
/** The number of messages sent to clients that have none yet. */
export const latestMessages = 100

export const lengthOf = (text: string): number => Array.from(text).length

const asLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

const ChatName = z.pipe(z.string({ error: nameIsRequired }), z.transform(shownName)).check(
  z.minLength(1, { error: nameIsRequired }),
  z.refine((name) => lengthOf(name) <= maxNameLength, { error: nameIsTooLong }),
)

/** Returns why the text cannot be a display name, or null if it can, after `shownName`. */
export function chatNameFault(text: string): string | null {
  const name = shownName(text)
  if (name === '') return nameIsRequired()
  return lengthOf(name) > maxNameLength ? nameIsTooLong() : null
}

/** `username`: a visitor's display name; ignored for members. Source: docs/product.md, Calls. */
export const ChatInput = z.object({
  message: z.pipe(z.string({ error: () => t('Message is required') }), z.transform(asLine)).check(
    z.refine(hasVisibleText, { error: () => t('Message is required') }),
    z.refine((text) => lengthOf(text) <= maxMessageLength, { error: messageTooLong }),
  ),
  username: z._default(ChatName, defaultName),
})
export type ChatInput = z.infer<typeof ChatInput>

/** Message ids increase within a livestream. */
export const EntryId = z.int().check(z.gte(1))
const entryIdText = () => t('A message id must be a positive integer')
const EntryIdText = z.pipe(
  z.string({ error: entryIdText }).check(z.regex(/^[1-9]\d{0,14}$/, { error: entryIdText })),
  z.transform(Number),
)

/** Source: docs/product.md, Data. `user`: the member who wrote it, null for a visitor. */
export const ChatMessage = z.object({
  id: EntryId,
  username: z.string(),
  message: z.string(),
  timestamp: z.iso.datetime(),
  user: z.nullable(PublicAuthor),
  isBroadcaster: z.boolean(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** The deletion of one or more messages. Its id is from the same sequence as message ids. */
export const ChatDeletion = z.object({ id: EntryId, deletedIds: z.array(EntryId) })
export type ChatDeletion = z.infer<typeof ChatDeletion>

export const ChatEntry = z.union([ChatMessage, ChatDeletion])
export type ChatEntry = z.infer<typeof ChatEntry>
/** Oldest first. Contains deletions only if `after` is given. */
export const ChatEntries = z.array(ChatEntry)

export const isDeletion = (entry: ChatEntry): entry is ChatDeletion => 'deletedIds' in entry

export const opennesses = ['always', 'enabled', 'until_end', 'live'] as const
export type Openness = (typeof opennesses)[number]
const maxSlowModeSeconds = 3600

/** A chat and the state of its livestream. `viewers`: the number of people who wrote in the chat in the last ten
 *  minutes or the number of players, whichever is higher; `maxViewers`: the highest number so far. Source:
 *  docs/product.md, Limits. */
export const ChatRoom = z.object({
  broadcasterId: Id,
  status: z.string(),
  isInterrupted: z.boolean(),
  startedAt: z.nullable(z.iso.datetime()),
  endedAt: z.nullable(z.iso.datetime()),
  viewers: z.int(),
  maxViewers: z.int(),
  openness: z.enum(opennesses),
  isOpen: z.boolean(),
  slowModeSeconds: z.int(),
})
export type ChatRoom = z.infer<typeof ChatRoom>

/** Omitted fields are left unchanged. */
export const ChatRoomChange = z.object({
  openness: z.optional(z.enum(opennesses)),
  slowModeSeconds: z.optional(
    z
      .int({ error: () => t('Enter whole seconds') })
      .check(z.gte(0), z.lte(maxSlowModeSeconds, { error: () => t('Slow mode can be at most one hour') })),
  ),
})
export type ChatRoomChange = z.infer<typeof ChatRoomChange>

const ofChat = { params: { id: IdText } } as const
// Viewers poll this continuously. Signed-in callers may see more.
const polled = { ...ofChat, access: 'anyone', isCached: true, isPersonal: true, isFrequent: true } as const

export const listChatEntries = endpoint('GET /api/livestreams/:id/chat', {
  summary: 'List the latest chat messages, or all entries after a given one',
  ...polled,
  query: ChatQuery,
  answer: ChatEntries,
})
export const postChatMessage = endpoint('POST /api/livestreams/:id/chat', {
  summary: 'Post a chat message',
  ...ofChat,
  access: 'anyone',
  body: ChatInput,
  answer: ChatMessage,
  limits: [perAddress('chat', 30, 30), perMember('chat per member', 15, 30)],
  creates: true,
})
export const getChatRoom = endpoint('GET /api/livestreams/:id/chat/room', {
  summary: 'Get the status of a chat and its livestream',
  ...polled,
  answer: ChatRoom,
})
export const updateChatRoom = endpoint('PATCH /api/livestreams/:id/chat/room', {
  summary: 'Update a chat’s settings',
  ...ofChat,
  access: 'member',
  body: ChatRoomChange,
  answer: ChatRoom,
})
export const deleteChatMessage = endpoint('DELETE /api/livestreams/:id/chat/:messageId', {
  summary: 'Delete a chat message',
  access: 'member',
  params: { id: IdText, messageId: EntryIdText },
  answer: z.null(),
  changes: ['removals'],
})

/** Returns whether viewers may post. By default, the chat is closed while the livestream is disabled. */
export function isChatOpen({ openness, status, endedAt }: Pick<ChatRoom, 'openness' | 'status' | 'endedAt'>): boolean {
  if (status === 'active' || openness === 'always') return true
  if (openness === 'live' || status === 'offline') return false
  return openness === 'enabled' || endedAt === null
}
export const chatIsClosed = () => t('The chat is closed for now. You can still read it.')

interface Caller {
  id: number
  role: Role
}
export const canModerateChat = (caller: Caller | null, broadcasterId: number): boolean =>
  caller !== null && (caller.role === 'admin' || caller.id === broadcasterId)
