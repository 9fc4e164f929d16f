/** Prepares up to `maxAhead` items concurrently while the caller uses the previous one, and yields them in order.
 *  Throws an item's error when its turn comes. */
export async function* readAhead<Item, Prepared>(
  items: Iterable<Item>,
  maxAhead: number,
  prepare: (item: Item) => Promise<Prepared>,
): AsyncGenerator<Prepared, void, undefined> {
  const pending: Promise<Prepared>[] = []
  try {
    for (const item of items) {
      const prepared = prepare(item)
      prepared.catch(() => {}) // Its error is thrown when its turn comes.
      pending.push(prepared)
      if (pending.length > maxAhead) yield await pending.shift()!
    }
    while (pending.length > 0) yield await pending.shift()!
  } finally {
    await Promise.allSettled(pending)
  }
}
