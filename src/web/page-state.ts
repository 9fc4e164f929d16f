import type { QueryClient, QueryKey } from '@tanstack/react-query'

// The reads that the server rendered a page from travel with it, so that the browser asks for nothing again.
// A post's HTML stands in the document already: it is left out here and read back from there.

type Entry = [QueryKey, unknown]

/** The entries as JSON, without the post bodies and without times: the same page has the same bytes. */
export const encodeState = (entries: Entry[]): string =>
  JSON.stringify(entries, (_key, value: unknown) =>
    isPost(value) ? { ...value, content: '', contentHtml: '' } : value,
  )

/** Fills the cache as if the entries had been fetched just now. */
export function restoreState(cache: QueryClient, json: string): void {
  const entries: Entry[] = JSON.parse(json, withHtml)
  for (const [key, data] of entries) cache.setQueryData(key, data)
}

function withHtml(this: unknown, _key: string, value: unknown): unknown {
  if (!isPost(value)) return value
  const shown = document.querySelector(`[data-post-html="${value.id}"]`)
  return { ...value, contentHtml: shown?.innerHTML ?? '' }
}

const isPost = (value: unknown): value is { id: number | string; contentHtml: string } =>
  typeof value === 'object' && value !== null && 'contentHtml' in value && 'id' in value
