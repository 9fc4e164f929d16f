import type { RedirectIndex, RedirectMatch } from './redirect-index.contract.ts'
import { maxCarried } from './redirect-loops.contract.ts'
import { localUrl } from './redirect-paths.contract.ts'

/** The site's response to a request for one of its own URLs. */
export interface OwnAnswer {
  status: number
  /** Where a page redirects to. */
  location?: string | undefined
}

/** The maximum number of targets to check. Others are assumed not to exist, because each check may render a page. */
const maxChecked = 10

interface Options {
  index: RedirectIndex
  siteUrl: string
  /** Requests a URL on this site without applying redirects. @throws Error while the database is unavailable */
  answerAt: (url: URL) => Promise<OwnAnswer>
}

/** Returns the location where a browser would end up, so that one redirect is enough. Follows further rules for pages
 *  that do not exist, and redirects that pages return. @returns null for a loop */
export async function resolveRedirect(
  { rule, location: first }: RedirectMatch,
  { index, siteUrl, answerAt }: Options,
): Promise<string | null> {
  const seen = new Set<string>()
  let location = first
  let [carried, checked] = [Number(rule.carriesRest), 0]
  for (;;) {
    const url = localUrl(location, siteUrl)
    if (!url) return location
    const address = url.pathname + url.search
    if (seen.has(address)) return null
    seen.add(address)
    const early = index.findByQuery(url)
    const answer: OwnAnswer = early || ++checked > maxChecked ? { status: 404 } : await answerOr(answerAt, url)
    if (answer.status !== 404 && answer.location === undefined) return location
    const next = early ?? (answer.status === 404 ? index.findByPath(url) : null)
    if (next?.rule.carriesRest && ++carried > maxCarried) return null
    if (!next && answer.location === undefined) return location
    location = next?.location ?? answer.location!
  }
}

/** During an outage, the target counts as an existing page. */
const answerOr = (answerAt: Options['answerAt'], url: URL): Promise<OwnAnswer> =>
  answerAt(url).catch(() => ({ status: 503 }))
