import { setImmediate as othersHaveHadTheirTurn } from 'node:timers/promises'
import type { Db } from '#kernel/db.ts'
import type { EventLine } from '#kernel/event-stream.ts'
import type { Log } from '#kernel/log.ts'
import { type ChatEntry, type ChatMessage, ChatRoom, isDeletion, latestMessages } from './chat.contract.ts'
import { listEntriesAfter, listLatestEntries } from './chat.store.ts'
import { findRoom, type RoomRow } from './chat-rooms.store.ts'
import { eventOf, roomEvent } from './chat-events.ts'

/** Messages kept in memory: who is further behind than that begins anew. */
const keptEntries = 500
/** The database is asked what is new, whoever wrote it in whichever process. */
const readEveryMs = 500
/** After a hint it is asked at once, but no more often than that: a busy chat comes in bunches. */
const readAtMostEveryMs = 50
/** Of thousands of readers so many are sent to before anybody else has their turn: some milliseconds' worth. */
const readersInARow = 250
const heartbeatMs = 15_000
/** Nobody has asked for so long. */
const unwatchedMs = 15_000

interface RoomOptions {
  db: Db
  log: Log
  livestreamId: number
  onEnd: () => void
}
export type WatchedRoom = NonNullable<Awaited<ReturnType<typeof watchRoom>>>

/** One livestream's chat as this process has it in memory: answered from there, and kept up with the database while
 *  somebody watches. Null when there is no such livestream. */
export async function watchRoom({ db, log, livestreamId, onEnd }: RoomOptions) {
  /** With the last entry that each has, when it came from a process that was ahead of this one. */
  const lines = new Map<EventLine, number>()
  /** Of these the broadcaster's, who may read also what is not public. */
  const broadcasters = new WeakSet<EventLine>()
  const written = new WeakMap<ChatEntry, Buffer>()
  let entries = await listLatestEntries(db, livestreamId, keptEntries)
  const first = await findRoom(db, livestreamId)
  if (!first) return null
  let row: RoomRow = first
  let shown = ChatRoom.parse(first)
  let text = roomEvent(shown)
  /** The same for all who come without having had anything: thousands, when a broadcast begins. */
  let welcome: Buffer | null = null
  let isOver = false
  let isWanted = false
  let isReading = false
  let version = 0
  /** Called once all earlier changes have been read. */
  let awaiting: (() => void)[] = []
  let readAtMs = 0
  let [askedAtMs, beatAtMs] = [performance.now(), performance.now()]
  let timer = setTimeout(read, readEveryMs).unref()

  function next(): void {
    if (isOver) return
    const sinceMs = performance.now() - readAtMs
    clearTimeout(timer)
    timer = setTimeout(read, Math.max(0, (isWanted ? readAtMostEveryMs : readEveryMs) - sinceMs)).unref()
  }

  async function read() {
    if (isReading || isOver) return
    if (lines.size === 0 && performance.now() - askedAtMs > unwatchedMs) return end()
    isReading = true
    isWanted = false
    const awaited = awaiting
    awaiting = []
    readAtMs = performance.now()
    try {
      const lastId = entries.at(-1)?.id ?? 0
      const [found, fresh] = await Promise.all([
        findRoom(db, livestreamId),
        listEntriesAfter(db, livestreamId, lastId, keptEntries),
      ])
      if (!found) return end()
      await take(fresh, found)
    } catch (err) {
      log.warn({ err, livestreamId }, 'chat: what is new could not be read; it is tried again')
    } finally {
      isReading = false
      for (const settle of awaited) settle()
      next()
    }
  }

  async function take(fresh: ChatEntry[], found: RoomRow) {
    if (isOver) return
    row = found
    welcome = null
    shown = ChatRoom.parse(found)
    if (!found.isPublic) cutOff((line) => !broadcasters.has(line))
    const before = text
    text = roomEvent(shown)
    const gone = new Set(fresh.flatMap((entry) => (isDeletion(entry) ? entry.deletedIds : [])))
    entries = [...entries, ...fresh].filter(({ id }) => !gone.has(id)).slice(-keptEntries)
    if (fresh.length > 0) version++
    await tell(fresh, text === before ? '' : text)
  }

  function cutOff(isMeant: (line: EventLine) => boolean) {
    for (const line of [...lines.keys()].filter(isMeant)) {
      lines.delete(line)
      line.end()
    }
  }

  /** Nothing is read meanwhile, so the order holds. Whoever comes meanwhile is given this with all the rest. */
  async function tell(fresh: ChatEntry[], change: string) {
    const isBeat = performance.now() - beatAtMs > heartbeatMs
    if (fresh.length === 0 && change === '' && !isBeat) return
    beatAtMs = performance.now()
    const eventsAfter = (id: number) =>
      Buffer.from(fresh.flatMap((entry) => (entry.id > id ? eventOf(entry) : [])).join('') + change || ':\n\n')
    const all = eventsAfter(0)
    const firstId = fresh[0]?.id ?? Infinity
    for (const [at, [line, hasId]] of [...lines].entries()) {
      if (at % readersInARow === readersInARow - 1) await othersHaveHadTheirTurn()
      if (lines.has(line)) line.send(hasId < firstId ? all : eventsAfter(hasId))
    }
  }

  const messages = () => entries.filter((entry): entry is ChatMessage => !isDeletion(entry))
  const eventsOf = (some: ChatEntry[]) => Buffer.from(text + some.map(eventOf).join(''))
  /** The same bytes for all who missed it: those who come back and then take nothing would else keep a copy each. */
  function bytesOf(entry: ChatEntry): Buffer {
    const made = written.get(entry) ?? Buffer.from(eventOf(entry))
    written.set(entry, made)
    return made
  }
  const after = (id: number) => entries.filter((entry) => entry.id > id)
  const askedFor = <Answer>(answer: Answer): Answer => {
    askedAtMs = performance.now()
    return answer
  }

  /** Sends what came after that entry, or the latest messages, then all that comes, for as long as the reader may see it.
   *  @returns how to stop it */
  function follow(line: EventLine, lastId: number | null, isBroadcaster: boolean): () => void {
    if (isBroadcaster) broadcasters.add(line)
    if (lastId === null) line.send((welcome ??= eventsOf(messages().slice(-latestMessages))))
    else line.send(Buffer.from(text), ...after(lastId).map(bytesOf))
    lines.set(line, lastId ?? 0)
    return () => askedFor(lines.delete(line))
  }

  function end() {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    cutOff(() => true)
    for (const settle of awaiting) settle()
    onEnd()
  }

  return {
    /** With whether the livestream is public. */
    row: () => askedFor(row),
    shown: () => askedFor(shown),
    latest: () => askedFor(messages().slice(-latestMessages)),
    after: (id: number) => askedFor(after(id)),
    follow,
    /** Whether anybody listens. */
    isHeard: () => lines.size > 0,
    askedAtMs: () => askedAtMs,
    version: () => version,
    /** Reports a change in this process. Resolves once it has been read. */
    hint(): Promise<void> {
      if (isOver) return Promise.resolve()
      isWanted = true
      const { promise, resolve } = Promise.withResolvers<void>()
      awaiting.push(resolve)
      if (!isReading) next()
      return promise
    },
    end,
  }
}
