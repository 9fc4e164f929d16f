import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { networkOf } from '#kernel/networks.ts'
import type { Log } from '#kernel/log.ts'
import { watchRoom, type WatchedRoom } from './chat-room.ts'

/** Readers of events in this process: in all, and of one network, which may be a lecture hall. */
const maxReaders = 10_000
const maxReadersOfNetwork = 200
/** Chats that are asked now and then, which any visitor can have of any chat, and that nobody listens to. */
const maxAskedRooms = 100

declare module '#kernel/http.ts' {
  interface Context {
    chatRooms: ChatRooms
  }
}

/** The chats that this process watches. */
export interface ChatRooms {
  /** Null when there is no such livestream. */
  open(livestreamId: number): Promise<WatchedRoom | null>
  /** Reports a change to that chat in this process. Resolves once this process has read it. */
  hint(livestreamId: number): Promise<void>
  /** Changes whenever this process has read something new in the chat. */
  versionOf(livestreamId: number): number
  /** Counts a reader of events. @returns what to call when it has gone @throws AppError rate_limited, not_ready */
  admit(ip: string): () => void
  /** Sends all readers away; they come back to whoever serves them then. */
  close(): void
}

export function createChatRooms({ db, log }: { db: Db; log: Log }): ChatRooms {
  const rooms = new Map<number, Promise<WatchedRoom | null>>()
  const awake = new Map<number, WatchedRoom>()
  const readers = new Map<string, number>()
  let total = 0

  function open(livestreamId: number): Promise<WatchedRoom | null> {
    const known = rooms.get(livestreamId)
    if (known) return known
    const onEnd = () => {
      rooms.delete(livestreamId)
      awake.delete(livestreamId)
    }
    const opening = watchRoom({ db, log, livestreamId, onEnd })
    rooms.set(livestreamId, opening)
    opening.then((room) => (room ? keepAwake(livestreamId, room) : onEnd()), onEnd)
    return opening
  }

  /** Those that were asked longest ago sleep until they are asked again. */
  function keepAwake(livestreamId: number, room: WatchedRoom) {
    awake.set(livestreamId, room)
    const idle = [...awake.values()].filter((one) => !one.isHeard())
    const tooMany = Math.max(0, idle.length - maxAskedRooms)
    for (const one of idle.toSorted((a, b) => a.askedAtMs() - b.askedAtMs()).slice(0, tooMany)) one.end()
  }

  return {
    open,
    async hint(livestreamId) {
      const room = await rooms.get(livestreamId)?.catch(() => null)
      await room?.hint()
    },
    versionOf: (livestreamId) => awake.get(livestreamId)?.version() ?? 0,
    admit(ip) {
      const network = networkOf(ip)
      const ofNetwork = readers.get(network) ?? 0
      if (ofNetwork >= maxReadersOfNetwork) throw new AppError('rate_limited', full, { retryAfterSeconds: 30 })
      if (total >= maxReaders) throw new AppError('not_ready', full, { retryAfterSeconds: 30 })
      total++
      readers.set(network, ofNetwork + 1)
      let isHere = true
      return () => {
        if (!isHere) return
        isHere = false
        total--
        const left = readers.get(network)! - 1
        if (left > 0) readers.set(network, left)
        else readers.delete(network)
      }
    },
    close() {
      for (const opening of rooms.values())
        void opening.then(
          (room) => room?.end(),
          () => {},
        )
    },
  }
}

const full = 'Too many connections are open. The chat is asked for new messages instead.'
