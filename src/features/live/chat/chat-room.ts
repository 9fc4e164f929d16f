import type { Db } from '#kernel/db.ts'
import type { EventLine } from '#kernel/event-stream.ts'
import type { Log } from '#kernel/log.ts'
import { ChatAudience } from './chat-audience.ts'
import { type ChatEntry, type ChatMessage, ChatRoom, isDeletion, latestMessages } from './chat.contract.ts'
import { listEntriesAfter, listLatestEntries } from './chat.store.ts'
import { findRoom, type RoomRow } from './chat-rooms.store.ts'
import { eventOf, roomEvent } from './chat-events.ts'

/** Entries in memory. Readers that are further behind start over with the latest messages. */
const maxEntries = 500
/** Interval for polling the database for other processes' entries. */
const pollMs = 500
/** Minimum time between polls after hints: messages in a busy chat arrive in bursts. */
const minPollMs = 50
/** A room is closed after this long without readers or requests. */
const idleMs = 15_000

interface RoomOptions {
  db: Db
  log: Log
  livestreamId: number
  onEnd: () => void
}

/** A livestream's in-memory chat. Serves all readers in this process and polls the database while in use. */
export class WatchedRoom {
  readonly #options: RoomOptions
  readonly #audience = new ChatAudience()
  /** Shared by all readers who missed an entry. */
  readonly #eventBytes = new WeakMap<ChatEntry, Buffer>()
  #entries: ChatEntry[]
  #row: RoomRow
  #shown: ChatRoom
  #roomEvent: string
  /** The first events for new readers, cached because thousands may arrive when a broadcast starts. */
  #welcome: Buffer | null = null
  #hasEnded = false
  #isHinted = false
  #isPolling = false
  #version = 0
  /** Resolvers for hints, called once all earlier changes have been read. */
  #hints: (() => void)[] = []
  #polledAtMs = 0
  #usedAtMs = performance.now()
  #timer: NodeJS.Timeout

  private constructor(options: RoomOptions, row: RoomRow, entries: ChatEntry[]) {
    this.#options = options
    this.#entries = entries
    this.#row = row
    this.#shown = ChatRoom.parse(row)
    this.#roomEvent = roomEvent(this.#shown)
    this.#timer = setTimeout(() => void this.#poll(), pollMs).unref()
  }

  /** Returns null if there is no such livestream. */
  static async open(options: RoomOptions): Promise<WatchedRoom | null> {
    const { db, livestreamId } = options
    const entries = await listLatestEntries(db, livestreamId, maxEntries)
    const row = await findRoom(db, livestreamId)
    return row && new WatchedRoom(options, row, entries)
  }

  /** The room, including facts not shown to everyone, such as whether the livestream is public. */
  row(): RoomRow {
    return this.#use(this.#row)
  }
  shown(): ChatRoom {
    return this.#use(this.#shown)
  }
  latest(): ChatMessage[] {
    return this.#use(this.#latest())
  }
  after(id: number): ChatEntry[] {
    return this.#use(this.#after(id))
  }
  /** Changes with every new entry, and when the livestream becomes public or private. */
  version(): number {
    return this.#version
  }
  hasReaders(): boolean {
    return this.#audience.size > 0
  }
  usedAtMs(): number {
    return this.#usedAtMs
  }

  /** Sends the entries after `lastId`, or the latest messages, then new ones as long as the reader may see the chat.
   *  @returns a function that stops it */
  follow(line: EventLine, lastId: number | null, isBroadcaster: boolean): () => void {
    if (lastId === null) line.send((this.#welcome ??= this.#welcomeEvents()))
    else line.send(Buffer.from(this.#roomEvent), ...this.#after(lastId).map((entry) => this.#bytesOf(entry)))
    this.#audience.add(line, lastId ?? 0, isBroadcaster)
    return () => this.#use(this.#audience.delete(line))
  }

  /** Reports a change by this process. Resolves once it has been read. */
  hint(): Promise<void> {
    if (this.#hasEnded) return Promise.resolve()
    this.#isHinted = true
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#hints.push(resolve)
    if (!this.#isPolling) this.#schedule()
    return promise
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#audience.disconnectAll()
    for (const resolve of this.#hints) resolve()
    this.#options.onEnd()
  }

  #schedule(): void {
    if (this.#hasEnded) return
    const sinceMs = performance.now() - this.#polledAtMs
    clearTimeout(this.#timer)
    const delayMs = Math.max(0, (this.#isHinted ? minPollMs : pollMs) - sinceMs)
    this.#timer = setTimeout(() => void this.#poll(), delayMs).unref()
  }

  async #poll(): Promise<void> {
    if (this.#isPolling || this.#hasEnded) return
    if (!this.hasReaders() && performance.now() - this.#usedAtMs > idleMs) return this.end()
    const { db, livestreamId, log } = this.#options
    const hints = this.#hints
    this.#hints = []
    this.#isPolling = true
    this.#isHinted = false
    this.#polledAtMs = performance.now()
    try {
      const [row, added] = await Promise.all([
        findRoom(db, livestreamId),
        listEntriesAfter(db, livestreamId, this.#entries.at(-1)?.id ?? 0, maxEntries),
      ])
      if (!row) return this.end()
      await this.#update(row, added)
    } catch (err) {
      log.warn({ err, livestreamId }, 'chat: new entries could not be read; retrying')
    } finally {
      this.#isPolling = false
      for (const resolve of hints) resolve()
      this.#schedule()
    }
  }

  /** No other poll starts before this one's entries are sent, so their order is preserved. Readers who join in the
   *  meantime get everything. */
  async #update(row: RoomRow, added: ChatEntry[]): Promise<void> {
    if (this.#hasEnded) return
    const before = this.#roomEvent
    const hasNewAudience = row.isPublic !== this.#row.isPublic
    this.#row = row
    this.#shown = ChatRoom.parse(row)
    this.#roomEvent = roomEvent(this.#shown)
    this.#welcome = null
    if (!row.isPublic) this.#audience.disconnectVisitors()
    const deleted = new Set(added.flatMap((entry) => (isDeletion(entry) ? entry.deletedIds : [])))
    this.#entries = [...this.#entries, ...added].filter(({ id }) => !deleted.has(id)).slice(-maxEntries)
    if (added.length > 0 || hasNewAudience) this.#version++
    await this.#audience.send(added, this.#roomEvent === before ? '' : this.#roomEvent)
  }

  #latest(): ChatMessage[] {
    return this.#entries.filter((entry): entry is ChatMessage => !isDeletion(entry)).slice(-latestMessages)
  }
  #after(id: number): ChatEntry[] {
    return this.#entries.filter((entry) => entry.id > id)
  }
  #welcomeEvents(): Buffer {
    return Buffer.from(this.#roomEvent + this.#latest().map(eventOf).join(''))
  }
  /** All readers share one buffer; otherwise, each slow reader would hold its own copy. */
  #bytesOf(entry: ChatEntry): Buffer {
    const bytes = this.#eventBytes.get(entry) ?? Buffer.from(eventOf(entry))
    this.#eventBytes.set(entry, bytes)
    return bytes
  }
  #use<Answer>(answer: Answer): Answer {
    this.#usedAtMs = performance.now()
    return answer
  }
}
