import { maxRedirectLength } from './redirect-addresses.contract.ts'
import { isReserved, localUrl, pathKey } from './redirect-paths.contract.ts'
import { t } from '#messages/messages.ts'

/** A redirect as entered. `from`: '/old', '/old/*', or '/?p=123'. `to`: a path on this site or a URL, which may end with
 *  `/*` if `from` does. */
export interface RedirectPair {
  from: string
  to: string
}

/** A valid redirect. */
export interface RedirectRule extends RedirectPair {
  /** Equal for rules that match the same requests. */
  matchKey: string
  /** The key of the path, without the wildcard. */
  path: string
  isWildcard: boolean
  /** Whether the part matched by the wildcard is appended to the target. */
  carriesRest: boolean
  /** Query parameters that a request must have. */
  params: [name: string, value: string][]
  /** The target as a Location header, without its `/*`. */
  location: string
}

/** Why a redirect is invalid. */
export interface RedirectProblem {
  field: 'from' | 'to'
  message: string
}

const maxKeyLength = 600

/** Parses a redirect. URLs on this site become paths, and `from` may be any URL on the old site. @param siteUrl the
 *  public URL of this site */
export function parseRedirect(pair: RedirectPair, siteUrl: string): RedirectRule | RedirectProblem {
  const from = withoutOrigin(pair.from.trim())
  const to = withoutOwnOrigin(pair.to.trim(), siteUrl)
  const [fromPath, search] = splitOnce(from, '?')
  const isWildcard = fromPath.endsWith('/*')
  const path = pathKey(isWildcard ? fromPath.slice(0, -2) : fromPath)
  const params = [...new URLSearchParams(search)].toSorted((a, b) => compare(a.join('='), b.join('=')))
  const query = new URLSearchParams(params).toString()
  const matchKey = isWildcard ? `${path}/*` : (path || '/') + (query && `?${query}`)
  const carriesRest = isWildcard && to.endsWith('/*')
  const location = locationOf(carriesRest ? to.slice(0, -1) : to)
  const message = fromFault(from, fromPath, matchKey)
  if (message) return { field: 'from', message }
  if (location === null) return { field: 'to', message: targetFault(to) }
  if (!isWildcard && to.endsWith('/*'))
    return { field: 'to', message: t('The target can end with /* only if the old path does.') }
  return {
    from,
    to,
    matchKey,
    path,
    isWildcard,
    carriesRest,
    params,
    location: carriesRest ? location.slice(0, -1) : location,
  }
}

export const isProblem = (parsed: RedirectRule | RedirectProblem): parsed is RedirectProblem => 'message' in parsed

function fromFault(from: string, path: string, matchKey: string): string | null {
  if (from === '') return t('Enter the old path, such as /2019/hello')
  if (from.length > maxRedirectLength || matchKey.length > maxKeyLength) return t('The old path is too long.')
  if (!from.startsWith('/')) return t('The old path must start with /, such as /2019/hello')
  // oxlint-disable-next-line no-control-regex -- no page has one, and the database rejects U+0000
  if (/[\u0000-\u001f\u007f]/.test(from + matchKey)) return t('The old path must not contain control characters.')
  if (from.includes('#')) return t('Browsers do not send the part after #. Leave it out of the old path.')
  if (matchKey === '/') return t('The home page cannot be redirected.')
  if (isReserved(pathKey(path))) return t('Paths under /api, /auth, /storage, and /assets cannot be redirected.')
  const isWildcard = path.endsWith('/*')
  if ((isWildcard ? path.slice(0, -1) : path).includes('*'))
    return t('The wildcard must be the last part of the path, as in /old/*')
  if (isWildcard && from.includes('?')) return t('A path with a wildcard cannot have a query.')
  return null
}

const targetFault = (to: string): string =>
  to === ''
    ? t('Enter the new path or URL, such as /blog/hello')
    : to.length > maxRedirectLength
      ? t('The target is too long.')
      : t('The target must be a path, such as /blog/hello, or a URL that starts with https:// or http://')

/** Returns the target as a Location header; null if it is neither a path on this site nor a URL on another site. */
function locationOf(to: string): string | null {
  // oxlint-disable-next-line no-control-regex -- browsers ignore some of them
  if (to.length > maxRedirectLength || /[\u0000-\u001f\u007f]/.test(to)) return null
  if (to.startsWith('/')) {
    const url = localUrl(to, 'http://here')
    return url && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
  }
  const url = /^https?:\/\//i.test(to) ? URL.parse(to) : null
  return url && !url.username && !url.password ? url.href : null
}

/** Returns the path and query of a URL, and any other text unchanged. */
function withoutOrigin(text: string): string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url ? url.pathname + url.search : text
}

function withoutOwnOrigin(to: string, siteUrl: string): string {
  const url = /^https?:\/\//i.test(to) ? localUrl(to, siteUrl) : null
  return url && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : to
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
