/** Thrown when too many calls are already waiting. */
export class SemaphoreFull extends Error {
  override name = 'SemaphoreFull'
}

/** Lets `atOnce` calls run at the same time and `maxWaiting` others wait. @throws SemaphoreFull for any additional
 *  calls */
export function createSemaphore({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  function acquire(): Promise<void> | void {
    if (running < atOnce) {
      running++
      return
    }
    if (waiting.length >= maxWaiting) throw new SemaphoreFull('Too many calls are waiting')
    return new Promise((resolve) => waiting.push(resolve))
  }
  function release() {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
