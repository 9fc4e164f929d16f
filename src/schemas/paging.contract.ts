import * as z from 'zod/mini'

/** Entries per page by default. Source: docs/product.md, Limits. */
export const defaultLimit = 10
export const maxLimit = 100

const wholeFrom1To = (max: number, message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^\d{1,10}$/, message)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int(message).check(z.gte(1, message), z.lte(max, message)),
    ),
  )

/** The page number in a query, starting at 1. A page beyond the last one is empty. */
const Page = z._default(wholeFrom1To(1_000_000_000, 'page must be a positive integer'), 1)
/** Returns the page number in a URL, or 1 if the text is not a page number. */
export function pageNumberOf(text: string | undefined): number {
  const page = Page.safeParse(text)
  return page.success ? page.data : 1
}
/** The number of entries per page in a query. */
const Limit = z._default(wholeFrom1To(maxLimit, `limit must be a whole number from 1 to ${maxLimit}`), defaultLimit)
export const PageQuery = z.object({ page: Page, limit: Limit })
export type PageQuery = z.infer<typeof PageQuery>

/** The fields in a paginated response, besides its entries. */
export const pageFields = {
  page: z.int().check(z.gte(1)),
  totalPages: z.int().check(z.gte(0)),
  total: z.int().check(z.gte(0)),
}

export const totalPagesOf = (total: number, limit: number): number => Math.ceil(total / limit)

/** A range of a list: `count` entries after skipping `skip` entries from one end. */
export interface Slice {
  fromEnd: boolean
  skip: number
  count: number
}

/** Locates a page from the nearer end of the list, so that the last page costs no more than the first.
 *  Nothing is skipped if the page is beyond the last one. */
export function sliceOf({ page, limit }: PageQuery, total: number): Slice {
  const before = (page - 1) * limit
  const count = Math.max(0, Math.min(limit, total - before))
  if (count === 0) return { fromEnd: false, skip: 0, count }
  const after = total - before - count
  return before <= after ? { fromEnd: false, skip: before, count } : { fromEnd: true, skip: after, count }
}

/** Returns the page numbers to show, with `…` for gaps: all of them if there are at most five, otherwise the first, the
 *  last, and those around the current page. Source: docs/product.md, Limits. */
export function pageNumbers(page: number, totalPages: number): (number | '…')[] {
  if (totalPages <= 5) return Array.from({ length: totalPages }, (_, index) => index + 1)
  const current = Math.min(Math.max(page, 1), totalPages)
  const shown = [1, current - 1, current, current + 1, totalPages]
  const numbers = [...new Set(shown)].filter((number) => number >= 1 && number <= totalPages)
  return numbers.flatMap((number, index) =>
    number - (numbers[index - 1] ?? 0) > 1 ? ['…' as const, number] : [number],
  )
}
