import type { QueryKey } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { Head, SiteFacts } from '#pages/page.ts'
import { pageAt, propsOf } from '#pages/pages.ts'
import { siteIn } from '#features/discovery/site/site.hooks.ts'
import { ShownHtml } from '#ui/prose.tsx'
import { createQueryCache } from '#web/query-cache.ts'
import { encodeState } from '#web/page-state.ts'
import { FrameHtml } from '#web/shell/frame.tsx'
import { insertFrame, type PageHtml, placeholders } from './frame-html.tsx'
import { Site } from './site.tsx'

export interface RenderInput {
  path: string
  query: Record<string, string>
  entries: [QueryKey, unknown][]
}
export interface Rendered {
  html: PageHtml
  head: Head
  /** The schema.org description of the page. */
  jsonLd: (site: SiteFacts) => object[]
  /** The entries as JSON, not yet escaped for the script element. */
  state: string
}

/** Identifies a key, regardless of the order of the properties, like TanStack Query's own function, which takes several times
 *  as long. Keys contain strings and objects of strings and numbers. */
const hashOf = (key: QueryKey): string => JSON.stringify(key.map(inOrder))

function inOrder(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  const entries = Object.entries(part)
  return entries.length < 2 ? part : Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Renders the page at a URL for visitors. It does not receive the request, so it cannot leak personal data. */
export async function renderPage({ path, query, entries }: RenderInput): Promise<Rendered> {
  const cache = createQueryCache({ queryKeyHashFn: hashOf })
  for (const [key, data] of entries) cache.setQueryData(key, data)
  const site = siteIn(cache)
  const match = pageAt(path, site)
  const { view, jsonLd: loadJsonLd } = match.page
  const [{ head }, jsonLdOf] = await Promise.all([view.load(), loadJsonLd?.()])
  const search = new URLSearchParams(query)
  const shownHtml = new Map<string, string>()
  const html = renderToString(
    <ShownHtml value={shownHtml}>
      <FrameHtml value={placeholders}>
        <Site cache={cache} address={{ path, search: search.toString() }} />
      </FrameHtml>
    </ShownHtml>,
  )
  const props = propsOf(match, search)
  const jsonLd = (facts: SiteFacts) => jsonLdOf?.(cache, props, facts) ?? []
  return {
    html: insertFrame(html, path, site),
    head: head(cache, props),
    jsonLd,
    state: encodeState(entries, shownHtml),
  }
}
