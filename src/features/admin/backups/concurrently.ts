/** Runs `work` for all items, several at a time. Stops at the first error. */
export async function concurrently<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  const failure = new AbortController()
  async function worker() {
    while (!failure.signal.aborted) {
      const next = await iterator.next()
      if (next.done) return
      await work(next.value).catch((reason: unknown) => failure.abort(reason))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  failure.signal.throwIfAborted()
}
