import type { Context } from '#kernel/http.ts'
import { readDue } from './webmentions.store.ts'

/** Makes jobs of the mentions whose sources are to be read now. */
export interface DueSources {
  /** Begins at once and keeps nobody waiting; what it misses when the process ends is found by the next one. */
  readSoon: () => void
  /** Waits for what is under way. */
  close: () => Promise<void>
}

declare module '#kernel/http.ts' {
  interface Context {
    dueSources: DueSources
  }
}

const perSweep = 500

/** A mention that comes in is a row that is due: whoever sent it waits for that alone. Many of them become jobs together,
 *  since transactions that add jobs commit one after the other (NOTIFY). */
export function createDueSources({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): DueSources {
  let isWanted = false
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    while (isWanted) {
      isWanted = false
      while ((await readDue(db, clock.now(), perSweep)) === perSweep);
    }
  }

  function readSoon(): void {
    isWanted = true
    working ??= work()
      .catch((err: unknown) => log.warn({ err }, 'webmentions: sources wait for the next minute'))
      .finally(() => {
        working = null
        if (isWanted) readSoon()
      })
  }

  return { readSoon, close: async () => void (await working) }
}
