/** Returns the path on this site in `redirectTo`, or / if it would redirect elsewhere. */
export function pathOnSite(siteUrl: string, redirectTo: string | null): string {
  const site = new URL(siteUrl)
  // Browsers treat a backslash as a slash and drop control characters. Legitimate clients send neither.
  if (!redirectTo || /[\\\p{Cc}]/u.test(redirectTo) || !URL.canParse(redirectTo, siteUrl)) return '/'
  const target = new URL(redirectTo, siteUrl)
  const stays = target.origin === site.origin && target.username === '' && target.password === ''
  const path = target.pathname + target.search
  return stays && !path.startsWith('//') ? path : '/'
}

/** Returns the URL to put in an email: our page, which acts only when its button is pressed. */
export function landingLink(siteUrl: string, type: string, tokenHash: string, redirectTo: string): string {
  const link = new URL('/auth', siteUrl)
  const next = withoutFlow(redirectTo)
  link.search = new URLSearchParams({ type, token_hash: tokenHash, ...(next !== '/' && { next }) }).toString()
  return link.href
}

/** Removes the parameter by which the client recognizes a sign-in at another site: it also adds it to the paths for
 *  emails. */
function withoutFlow(path: string): string {
  const [pathname = '', search = ''] = path.split('?', 2)
  const query = new URLSearchParams(search)
  if (!query.has('sb_flow_id')) return path
  query.delete('sb_flow_id')
  return query.size > 0 ? `${pathname}?${query.toString()}` : pathname
}
