import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventLine } from '#kernel/event-stream.ts'
import type { ChatEntry } from './chat.contract.ts'
import { eventOf } from './chat-events.ts'

/** Number of readers to serve before yielding to other work; takes a few milliseconds. */
const batchSize = 250
const heartbeatMs = 15_000
const comment = ':\n\n'

/** The event streams of a chat's readers. */
export class ChatAudience {
  /** For each stream, the id of the last entry received, possibly from a process that was ahead of this one. */
  readonly #lines = new Map<EventLine, number>()
  /** The broadcaster's streams, which may also receive non-public entries. */
  readonly #broadcasters = new WeakSet<EventLine>()
  #sentAtMs = performance.now()

  get size(): number {
    return this.#lines.size
  }

  add(line: EventLine, lastId: number, isBroadcaster: boolean): void {
    if (isBroadcaster) this.#broadcasters.add(line)
    this.#lines.set(line, lastId)
  }

  delete(line: EventLine): void {
    this.#lines.delete(line)
  }

  /** Sends each reader its missing entries, then `change`; sends a heartbeat after a period of silence. */
  async send(entries: ChatEntry[], change: string): Promise<void> {
    const isHeartbeatDue = performance.now() - this.#sentAtMs > heartbeatMs
    if (entries.length === 0 && change === '' && !isHeartbeatDue) return
    this.#sentAtMs = performance.now()
    const eventsAfter = (id: number) =>
      Buffer.from(entries.flatMap((entry) => (entry.id > id ? eventOf(entry) : [])).join('') + change || comment)
    const all = eventsAfter(0)
    const firstId = entries[0]?.id ?? Infinity
    for (const [index, [line, lastId]] of [...this.#lines].entries()) {
      if (index % batchSize === batchSize - 1) await nextTurn()
      if (this.#lines.has(line)) line.send(lastId < firstId ? all : eventsAfter(lastId))
    }
  }

  /** Ends the streams of everyone but the broadcaster. */
  disconnectVisitors(): void {
    this.#disconnect((line) => !this.#broadcasters.has(line))
  }

  disconnectAll(): void {
    this.#disconnect(() => true)
  }

  #disconnect(isAffected: (line: EventLine) => boolean): void {
    for (const line of [...this.#lines.keys()].filter(isAffected)) {
      this.#lines.delete(line)
      line.end()
    }
  }
}
