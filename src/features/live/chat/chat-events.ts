import type { ChatEntry, ChatRoom } from './chat.contract.ts'

/** Messages and deletions are unnamed events. Clients that reconnect send the id of the last one that they received. */
export const eventOf = (entry: ChatEntry): string => `id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`

/** The current state of the livestream and its chat room. */
export const roomEvent = (room: ChatRoom): string => `event: livestream\ndata: ${JSON.stringify(room)}\n\n`
