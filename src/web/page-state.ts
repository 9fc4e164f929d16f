import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { withoutEarlyPicture } from '#schemas/early-pictures.contract.ts'

// The page embeds the query results that it was rendered from, so that the browser does not refetch them. HTML that the
// page shows is sent only once: the state references the element that contains it.

type Entry = [QueryKey, unknown]

/** A reference that replaces HTML in the state: the `data-html` of the element that shows it. */
interface Shown {
  shownAs: string
}

/** Encodes the entries as JSON, without timestamps, so that identical pages have identical bytes. Omits Markdown; HTML
 *  that is in `shownHtml` (HTML → `data-html` of its element) becomes a reference. */
export const encodeState = (entries: Entry[], shownHtml: ReadonlyMap<string, string>): string =>
  JSON.stringify(entries, (key, value: unknown) => {
    const shownAs = isHtmlKey(key) && typeof value === 'string' ? shownHtml.get(value) : undefined
    if (shownAs !== undefined) return { shownAs } satisfies Shown
    return isRendered(value) ? { ...value, content: '' } : value
  })

/** Fills the cache as if the entries had just been fetched. */
export function restoreState(cache: QueryClient, json: string): void {
  const entries: Entry[] = JSON.parse(json, (key, value: unknown) =>
    isHtmlKey(key) && isShown(value) ? readHtml(value) : value,
  )
  for (const [key, data] of entries) cache.setQueryData(key, data)
}

const readHtml = ({ shownAs }: Shown): string =>
  withoutEarlyPicture(document.querySelector(`[data-html="${shownAs}"]`)?.innerHTML ?? '')

const isHtmlKey = (key: string): boolean => /contentHtml$/i.test(key)

const isShown = (value: unknown): value is Shown => typeof value === 'object' && value !== null && 'shownAs' in value

const isRendered = (value: unknown): value is { contentHtml: string } =>
  typeof value === 'object' && value !== null && 'contentHtml' in value
