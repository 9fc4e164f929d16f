import { t } from '#messages/messages.ts'
import type { FetchFailure, SafeFetch } from '#kernel/safe-fetch.ts'
import type { Author, Entry, SourceAddress } from './source-entry.contract.ts'
import { hasJsonLink, hasTextLink } from './source-links.ts'
import type { SourceReader } from './source-reader.ts'

/** The result of fetching a source. `absent`: it does not link to the target. `gone`: it was deleted. `restricted`: it
 *  is not public. `unreadable`: trying again would not help. `failing`: trying again may help. */
export type SourceResult =
  | { kind: 'found'; entry: Entry }
  | { kind: 'absent' | 'gone' | 'restricted' | 'unreadable'; why: string }
  | { kind: 'failing'; why: string; retryAt?: Date }

interface Parts {
  fetch: SafeFetch
  sourceReader: SourceReader
}
interface Addresses {
  sourceUrl: string
  targetUrl: string
}

const limits = { maxBytes: 1024 * 1024, timeoutMs: 5000 }
const headers = {
  accept: 'text/html, application/xhtml+xml, application/json;q=0.9, text/plain;q=0.8, */*;q=0.1',
}
const html = /^(text\/html|application\/xhtml\+xml)\b/i
const json = /^(application|text)\/([\w.-]+\+)?json\b/i
const text = /^(text\/(?!html\b)|application\/([\w.-]+\+)?xml\b)/i

const final: Partial<Record<FetchFailure, () => string>> = {
  address: () => t('The source is not on the public web.'),
  redirects: () => t('The source redirects too many times.'),
  too_large: () => t('The source is larger than 1 MB.'),
  encoding: () => t('The source is compressed, although we did not request compression.'),
}
const temporary: Partial<Record<FetchFailure, () => string>> = {
  timeout: () => t('The source did not respond in time.'),
  busy: () => t('The source was too busy to respond.'),
}
const unreachable = () => t('The source could not be reached.')
/** Statuses for pages that require an account or payment, or are blocked in some regions. */
const restricted = new Set([401, 402, 403, 407, 451])
const noLink = () => t('The source does not link to the target.')

/** Fetches the source and parses its entry for the target. */
export async function fetchSource(
  { fetch, sourceReader }: Parts,
  { sourceUrl, targetUrl }: Addresses,
): Promise<SourceResult> {
  const answer = await fetch(sourceUrl, { ...limits, headers })
  if (!answer.ok) {
    const why = final[answer.reason]?.()
    if (why !== undefined) return { kind: 'unreadable', why }
    const failing = { kind: 'failing', why: (temporary[answer.reason] ?? unreachable)() } as const
    return answer.retryAt ? { ...failing, retryAt: answer.retryAt } : failing
  }
  const { status, contentType, url } = answer
  if (status === 410) return { kind: 'gone', why: t('The source was deleted (410).') }
  if (status === 408 || status === 425 || status >= 500)
    return { kind: 'failing', why: t('The source responded with {status}.', { status }) }
  if (status >= 300)
    return {
      kind: restricted.has(status) ? 'restricted' : 'unreadable',
      why: t('The source responded with {status}.', { status }),
    }
  const body = decoded(answer.body, contentType)
  const address = { source: sourceUrl, finalUrl: url, target: targetUrl }
  if (html.test(contentType)) return readPage({ fetch, sourceReader }, body, address)
  const isJson = json.test(contentType)
  if (!isJson && !text.test(contentType))
    return { kind: 'unreadable', why: t('The source is not a page that we can read.') }
  const hasLink = isJson ? hasJsonLink(body, targetUrl) : hasTextLink(body, targetUrl)
  return hasLink ? { kind: 'found', entry: plainEntry(sourceUrl) } : { kind: 'absent', why: noLink() }
}

async function readPage({ fetch, sourceReader }: Parts, body: string, address: SourceAddress): Promise<SourceResult> {
  const page = await sourceReader.page(body, address.target)
  if (!page) return { kind: 'unreadable', why: t('The source took too long to parse.') }
  if (page.isGone) return { kind: 'gone', why: t('The source is marked as deleted (410).') }
  if (!page.hasLink) return { kind: 'absent', why: noLink() }
  const entry = page.isOverloaded ? null : await sourceReader.entry(body, address)
  if (!entry) return { kind: 'found', entry: { ...plainEntry(address.source), title: page.title } }
  const author = entry.authorPage ? await fetchAuthor({ fetch, sourceReader }, entry.authorPage) : null
  return { kind: 'found', entry: author ? { ...entry, author: withUrl(author, entry) } : entry }
}

async function fetchAuthor({ fetch, sourceReader }: Parts, address: string): Promise<Author | null> {
  const answer = await fetch(address, { ...limits, headers: { accept: 'text/html' }, types: html })
  if (!answer.ok || answer.status >= 300) return null
  return sourceReader.author(decoded(answer.body, answer.contentType), answer.url)
}

const withUrl = (author: Author, entry: Entry): Author => ({ ...author, url: author.url || entry.authorPage })

const plainEntry = (source: string): Entry => ({
  type: 'mention',
  url: source,
  title: '',
  content: '',
  contentHtml: '',
  publishedAt: null,
  author: { name: '', url: '', photo: '' },
  authorPage: '',
})

/** Decodes the body with the charset from the header. Default: UTF-8. */
function decoded(body: Buffer, contentType: string): string {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body.toString('utf8')
  }
}
