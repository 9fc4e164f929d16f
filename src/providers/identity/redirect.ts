/** The path on this site that `redirectTo` names; the front page for anything that would lead elsewhere. */
export function pathOnSite(siteUrl: string, redirectTo: string | null): string {
  const site = new URL(siteUrl)
  // Browsers read a backslash as a slash and drop control characters; an honest client sends neither.
  if (!redirectTo || /[\\\p{Cc}]/u.test(redirectTo) || !URL.canParse(redirectTo, siteUrl)) return '/'
  const target = new URL(redirectTo, siteUrl)
  const stays = target.origin === site.origin && target.username === '' && target.password === ''
  const path = target.pathname + target.search
  return stays && !path.startsWith('//') ? path : '/'
}

/** The address in a mail: our page, which acts only when its button is pressed. */
export function landingLink(siteUrl: string, type: string, tokenHash: string, next: string): string {
  const link = new URL('/auth', siteUrl)
  link.search = new URLSearchParams({ type, token_hash: tokenHash, ...(next !== '/' && { next }) }).toString()
  return link.href
}
