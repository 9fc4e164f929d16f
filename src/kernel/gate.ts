/** Thrown when too many are waiting already. */
export class GateFull extends Error {
  override name = 'GateFull'
}

/** Lets `atOnce` pieces of work run together and `maxWaiting` wait; refuses the rest with GateFull. */
export function createGate({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  function enter(): Promise<void> | void {
    if (running < atOnce) {
      running++
      return
    }
    if (waiting.length >= maxWaiting) throw new GateFull('Too much work is waiting')
    return new Promise((admit) => waiting.push(admit))
  }
  function leave() {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
