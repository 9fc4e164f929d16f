import { type FetchedPage, linksWithRelation } from '#kernel/link-relations.ts'
import type { FetchFailure, SafeFetch } from '#kernel/safe-fetch.ts'

/** The result of sending a webmention. `later`: another attempt may succeed. */
export interface Outcome {
  state: 'sent' | 'no endpoint' | 'failed' | 'later'
  endpoint: string | null
  /** A sentence for members. */
  answer: string
  /** When the site asks to be contacted again. */
  retryAt?: Date | undefined
}

/** Discovers the target's endpoint and sends it the webmention. Source: Webmention, 3.1.2 and 3.1.3 */
export async function sendWebmention(fetch: SafeFetch, source: string, target: string): Promise<Outcome> {
  const page = await fetch(target, { headers: { accept: 'text/html, */*;q=0.8' }, longer: 'cut' })
  if (!page.ok) return missed('The page', null, page)
  if (page.status >= 300) return refused('The page', null, page.status)
  const isHtml = /^(text\/html|application\/xhtml\+xml)\b/i.test(page.contentType)
  const html = isHtml ? page.body.toString() : ''
  const endpoint = endpointOf({ html, url: page.url, linkHeader: page.headers.get('link') })
  if (endpoint === null) return { state: 'no endpoint', endpoint, answer: 'The page does not say where to send it.' }
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
    body: new URLSearchParams({ source, target }).toString(),
    longer: 'cut',
  })
  if (!answer.ok) return missed('The endpoint', endpoint, answer)
  if (answer.status >= 300) return refused('The endpoint', endpoint, answer.status)
  return { state: 'sent', endpoint, answer: `The site has accepted it (${answer.status}).` }
}

/** Returns the webmention endpoint of the page, or null. */
function endpointOf(page: FetchedPage): string | null {
  const [href] = linksWithRelation(page, 'webmention')
  const url = href === undefined ? null : URL.parse(href, page.url)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

type Subject = 'The page' | 'The endpoint'

const refused = (subject: Subject, endpoint: string | null, status: number): Outcome => ({
  state: status >= 500 ? 'later' : 'failed',
  endpoint,
  answer: `${subject} answered ${status}.`,
})

const reasons: Record<FetchFailure, string> = {
  address: 'is not on the public internet',
  redirects: 'redirects too often',
  timeout: 'did not answer in time',
  too_large: 'is too large',
  type: 'is of an unknown kind',
  encoding: 'answers in a compressed form that was not asked for',
  unreachable: 'could not be reached',
  busy: 'is busy',
}
const mayPass = new Set<FetchFailure>(['timeout', 'unreachable', 'busy'])

const missed = (
  subject: Subject,
  endpoint: string | null,
  { reason, retryAt }: { reason: FetchFailure; retryAt?: Date },
): Outcome => ({
  state: mayPass.has(reason) ? 'later' : 'failed',
  endpoint,
  answer: `${subject} ${reasons[reason]}.`,
  retryAt,
})
