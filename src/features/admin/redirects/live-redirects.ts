import type { Changes } from '#kernel/changes.ts'
import { createRedirectIndex, type RedirectIndex } from './redirect-index.contract.ts'
import type { RedirectRule } from './redirect-rules.contract.ts'

/** The maximum age of the rules while changes made by other processes may be missed. */
const unannouncedMs = 1000
/** The delay before retrying after a failed read. Until then, the last known rules apply. */
const retryMs = 1000

export interface LiveRedirectsOptions {
  load: () => Promise<RedirectRule[]>
  changes: Pick<Changes, 'stampOf' | 'lastStampOf'>
  /** Whether the database is known to be unavailable. */
  isTroubled?: () => boolean
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

/** Returns a function that returns the rules from memory or, if they have changed, a promise that reads them from the
 *  database. */
export function createLiveRedirects({
  load,
  changes,
  isTroubled = () => false,
  now = () => performance.now(),
}: LiveRedirectsOptions) {
  let index = createRedirectIndex([])
  let stamp: number | null = null
  let loadedAtMs = -Infinity
  let failedAtMs = -Infinity
  let loading: { stamp: number; done: Promise<RedirectIndex> } | null = null

  function isCurrent(): boolean {
    if (isTroubled() || now() - failedAtMs < retryMs) return true
    const present = changes.stampOf(['redirects'])
    return present === null ? now() - loadedAtMs < unannouncedMs : present === stamp
  }

  async function read(before: number): Promise<RedirectIndex> {
    const startedMs = now()
    try {
      const rules = await load()
      index = createRedirectIndex(rules)
      stamp = before
      loadedAtMs = startedMs
    } catch {
      failedAtMs = now()
    }
    return index
  }

  /** Shares a read in progress, unless the rules have changed since it began. */
  function reload(): Promise<RedirectIndex> {
    const before = changes.lastStampOf(['redirects'])
    if (loading?.stamp === before) return loading.done
    const started = { stamp: before, done: read(before) }
    loading = started
    void started.done.finally(() => {
      if (loading === started) loading = null
    })
    return started.done
  }

  return (): RedirectIndex | Promise<RedirectIndex> => (isCurrent() ? index : reload())
}
