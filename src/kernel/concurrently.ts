/** Runs `work` for all items, several at a time. After the first error, starts no others, and waits for those in
 *  progress. */
export async function concurrently<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const failure = new AbortController()
  async function worker() {
    try {
      while (!failure.signal.aborted) {
        const next = await iterator.next()
        if (next.done) return
        await work(next.value)
      }
    } catch (reason) {
      failure.abort(reason)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await iterator.return?.()
  failure.signal.throwIfAborted()
}
