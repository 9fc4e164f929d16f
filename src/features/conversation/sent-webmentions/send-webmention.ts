import { t } from '#messages/messages.ts'
import { type FetchedPage, linksWithRelation } from '#kernel/link-relations.ts'
import type { FetchFailure, SafeFetch } from '#kernel/safe-fetch.ts'

/** The result of sending a webmention. `later`: another attempt may succeed. */
export interface Outcome {
  state: 'sent' | 'no endpoint' | 'failed' | 'later'
  endpoint: string | null
  /** A description of the result for members. */
  answer: string
  /** When the site allows another attempt (`Retry-After`). */
  retryAt?: Date | undefined
}

/** Discovers the target's endpoint and sends it the webmention. Source: Webmention, 3.1.2 and 3.1.3 */
export async function sendWebmention(fetch: SafeFetch, source: string, target: string): Promise<Outcome> {
  const page = await fetch(target, { headers: { accept: 'text/html, */*;q=0.8' }, longer: 'cut' })
  if (!page.ok) return missed('page', null, page)
  if (page.status >= 300) return rejected('page', null, page.status)
  const isHtml = /^(text\/html|application\/xhtml\+xml)\b/i.test(page.contentType)
  const html = isHtml ? page.body.toString() : ''
  const endpoint = endpointOf({ html, url: page.url, linkHeader: page.headers.get('link') })
  if (endpoint === null) return { state: 'no endpoint', endpoint, answer: t('The page has no webmention endpoint.') }
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
    body: new URLSearchParams({ source, target }).toString(),
    longer: 'cut',
  })
  if (!answer.ok) return missed('endpoint', endpoint, answer)
  if (answer.status >= 300) return rejected('endpoint', endpoint, answer.status)
  return { state: 'sent', endpoint, answer: t('Accepted by the site ({status}).', { status: answer.status }) }
}

/** Returns the page's webmention endpoint, or null. */
function endpointOf(page: FetchedPage): string | null {
  const [href] = linksWithRelation(page, 'webmention')
  const url = href === undefined ? null : URL.parse(href, page.url)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

type Subject = 'page' | 'endpoint'

const rejected = (subject: Subject, endpoint: string | null, status: number): Outcome => ({
  state: status >= 500 ? 'later' : 'failed',
  endpoint,
  answer:
    subject === 'page'
      ? t('The page responded with {status}.', { status })
      : t('The endpoint responded with {status}.', { status }),
})

const reasons: Record<Subject, Record<FetchFailure, () => string>> = {
  page: {
    address: () => t('The page is not on the public internet.'),
    redirects: () => t('The page redirects too many times.'),
    timeout: () => t('The page did not respond in time.'),
    too_large: () => t('The page is too large.'),
    type: () => t('The page has an unknown type.'),
    encoding: () => t('The page sends a compressed response that we did not request.'),
    unreachable: () => t('The page could not be reached.'),
    busy: () => t('The page is busy.'),
  },
  endpoint: {
    address: () => t('The endpoint is not on the public internet.'),
    redirects: () => t('The endpoint redirects too many times.'),
    timeout: () => t('The endpoint did not respond in time.'),
    too_large: () => t('The endpoint is too large.'),
    type: () => t('The endpoint has an unknown type.'),
    encoding: () => t('The endpoint sends a compressed response that we did not request.'),
    unreachable: () => t('The endpoint could not be reached.'),
    busy: () => t('The endpoint is busy.'),
  },
}
const temporary = new Set<FetchFailure>(['timeout', 'unreachable', 'busy'])

const missed = (
  subject: Subject,
  endpoint: string | null,
  { reason, retryAt }: { reason: FetchFailure; retryAt?: Date },
): Outcome => ({
  state: temporary.has(reason) ? 'later' : 'failed',
  endpoint,
  answer: reasons[subject][reason](),
  retryAt,
})
