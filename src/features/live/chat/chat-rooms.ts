import { t } from '#messages/messages.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { networkOf } from '#kernel/networks.ts'
import type { Log } from '#kernel/log.ts'
import { WatchedRoom } from './chat-room.ts'

/** Maximum number of event streams in this process, in total and per network; one network may serve a lecture hall. */
const maxReaders = 10_000
const maxReadersOfNetwork = 200
/** Maximum number of rooms without readers: any visitor's request can open any chat. */
const maxIdleRooms = 100

declare module '#kernel/http.ts' {
  interface Context {
    chatRooms: ChatRooms
  }
}

/** The chats that are open in this process. */
export interface ChatRooms {
  /** Returns null if there is no such livestream. */
  open(livestreamId: number): Promise<WatchedRoom | null>
  /** Reports a change to that chat in this process. Resolves once this process has read it. */
  hint(livestreamId: number): Promise<void>
  /** Changes whenever this process reads new entries, or learns that the livestream has become public or private. */
  versionOf(livestreamId: number): number
  /** Counts an event stream. @returns a function to call when it ends @throws AppError rate_limited, not_ready */
  admit(ip: string): () => void
  /** Ends all event streams. Readers reconnect to another process. */
  close(): void
}

export function createChatRooms({ db, log }: { db: Db; log: Log }): ChatRooms {
  const rooms = new Map<number, Promise<WatchedRoom | null>>()
  const openRooms = new Map<number, WatchedRoom>()
  const readers = new Map<string, number>()
  let total = 0

  function open(livestreamId: number): Promise<WatchedRoom | null> {
    const known = rooms.get(livestreamId)
    if (known) return known
    const onEnd = () => {
      rooms.delete(livestreamId)
      openRooms.delete(livestreamId)
    }
    const opening = WatchedRoom.open({ db, log, livestreamId, onEnd })
    rooms.set(livestreamId, opening)
    opening.then((room) => (room ? add(livestreamId, room) : onEnd()), onEnd)
    return opening
  }

  /** Closes the least recently used rooms. */
  function add(livestreamId: number, room: WatchedRoom) {
    openRooms.set(livestreamId, room)
    const idle = [...openRooms.values()].filter((one) => !one.hasReaders())
    const tooMany = Math.max(0, idle.length - maxIdleRooms)
    for (const one of idle.toSorted((a, b) => a.usedAtMs() - b.usedAtMs()).slice(0, tooMany)) one.end()
  }

  return {
    open,
    async hint(livestreamId) {
      const room = await rooms.get(livestreamId)?.catch(() => null)
      await room?.hint()
    },
    versionOf: (livestreamId) => openRooms.get(livestreamId)?.version() ?? 0,
    admit(ip) {
      const network = networkOf(ip)
      const networkReaders = readers.get(network) ?? 0
      if (networkReaders >= maxReadersOfNetwork) throw new AppError('rate_limited', full(), { retryAfterSeconds: 30 })
      if (total >= maxReaders) throw new AppError('not_ready', full(), { retryAfterSeconds: 30 })
      total++
      readers.set(network, networkReaders + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
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

const full = () => t('Too many connections are open. The chat is polled for new messages instead.')
