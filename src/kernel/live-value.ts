import type { Changes } from './changes.ts'
import type { Topic } from './topics.contract.ts'

/** The maximum age while changes made by other processes may be missed. */
const unannouncedMs = 1000
/** The delay before retrying after a failed read. Until then, the last known value applies. */
const retryMs = 1000

export interface LiveValueOptions<Value> {
  /** Until the first read. */
  initial: Value
  load: () => Promise<Value>
  /** The topics that the value depends on. Must be announced before the response: see `urgentTopics` in `app/http.ts`. */
  topics: readonly Topic[]
  changes: Pick<Changes, 'stampOf' | 'lastStampOf'>
  /** Whether the database is known to be unavailable. */
  isTroubled?: (() => boolean) | undefined
  /** A monotonic clock in milliseconds. */
  now?: (() => number) | undefined
}

export interface LiveValue<Value> {
  /** Returns the last known value. */
  last: () => Value
  /** Returns the value from memory or, if it has changed, a promise that reads it from the database. */
  current: () => Value | Promise<Value>
}

/** Keeps a value from the database in memory until one of its topics changes. If a read fails, the last known value
 *  remains. */
export function createLiveValue<Value>({
  initial,
  load,
  topics,
  changes,
  isTroubled = () => false,
  now = () => performance.now(),
}: LiveValueOptions<Value>): LiveValue<Value> {
  let value = initial
  let stamp: number | null = null
  let loadedAtMs = -Infinity
  let failedAtMs = -Infinity
  let loading: { stamp: number; done: Promise<Value> } | null = null

  function isCurrent(): boolean {
    if (isTroubled() || now() - failedAtMs < retryMs) return true
    const present = changes.stampOf(topics)
    return present === null ? now() - loadedAtMs < unannouncedMs : present === stamp
  }

  async function read(before: number): Promise<Value> {
    const startedMs = now()
    try {
      value = await load()
      stamp = before
      loadedAtMs = startedMs
    } catch {
      failedAtMs = now()
    }
    return value
  }

  /** Shares a read in progress, unless the value has changed since it began. */
  function reload(): Promise<Value> {
    const before = changes.lastStampOf(topics)
    if (loading?.stamp === before) return loading.done
    const started = { stamp: before, done: read(before) }
    loading = started
    void started.done.finally(() => {
      if (loading === started) loading = null
    })
    return started.done
  }

  return { last: () => value, current: () => (isCurrent() ? value : reload()) }
}
