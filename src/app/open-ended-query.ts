import type { AddressFacts } from '#kernel/address.contract.ts'
import type { Loaded } from '#pages/page.ts'

type Entries = Loaded['entries']

/** A value that parameters with a fixed set of values never have. */
const madeUpWord = 'qzxj'
const madeUpNumber = '987654321'

/** Reports whether the query contains a parameter that accepts arbitrary text or numbers, except the number of an
 *  existing page of a loaded list. */
export function isOpenEnded(address: AddressFacts, search: URLSearchParams, entries: Entries): boolean {
  const accepts = (name: string, value: string) => name in address.knownQuery(new URLSearchParams([[name, value]]))
  return Object.entries(address.knownQuery(search)).some(
    ([name, value]) =>
      accepts(name, madeUpWord) ||
      (accepts(name, madeUpNumber) &&
        !pagesIn(entries).some(({ page, isPastEnd }) => String(page) === value && !isPastEnd)),
  )
}

/** Reports whether the query's `page` is beyond the last page of the list. */
export function isPastEnd(address: AddressFacts, search: URLSearchParams, entries: Entries): boolean {
  const { page } = address.knownQuery(search)
  return page !== undefined && pagesIn(entries).some((one) => String(one.page) === page && one.isPastEnd)
}

/** Returns the pages of lists among what was loaded. */
const pagesIn = (entries: Entries): { page: number; isPastEnd: boolean }[] =>
  entries.flatMap(([, data]) => {
    if (data === null || typeof data !== 'object' || !('page' in data) || !('totalPages' in data)) return []
    const { page, totalPages } = data
    return typeof page === 'number' && typeof totalPages === 'number'
      ? [{ page, isPastEnd: page > Math.max(1, totalPages) }]
      : []
  })
