import type { ChatEntry, ChatRoom } from './chat.contract.ts'

/** Messages and deletions are events without a name; a reader that comes back says which one it had last. */
export const eventOf = (entry: ChatEntry): string => `id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`

/** What the livestream does now. */
export const roomEvent = (room: ChatRoom): string => `event: livestream\ndata: ${JSON.stringify(room)}\n\n`
