import type { Config } from './config.ts'

/** Security headers that every response carries. Source: OWASP Secure Headers Project. */
export function securityHeaders({ siteUrl }: Pick<Config, 'siteUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy('()'),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ...(siteUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

const permissionsPolicy = (capture: '()' | '(self)') =>
  `camera=${capture}, microphone=${capture}, display-capture=${capture}, geolocation=(), payment=(), usb=(), browsing-topics=()`

/** Of the page that somebody goes live from, in the place of everybody's. */
export const capturingHeaders = { 'permissions-policy': permissionsPolicy('(self)') }

export interface PagePolicyOptions {
  /** The public address: a proxy in front may have asked us under another name than the visitor asked it. */
  siteUrl: string
  /** Hashes of the template's own inline scripts: `sha256-…`. */
  scriptHashes: string[]
  /** Origins that the browser calls beside this one: the hosted identity provider. */
  connect: string[]
  /** Where pictures come from beside this origin: hosted storage. */
  images: string[]
  /** Where players fetch live streams from beside this origin: a hosted streaming provider. */
  players: string[]
}

/** The Content Security Policy of documents. Scripts come from /assets/ of this site, under its address or the
 *  host that was asked, and from nowhere else,
 *  so that nothing a member uploads can run. It has no nonce: pages can be cached. */
export function pagePolicy({
  siteUrl,
  scriptHashes,
  connect,
  images,
  players,
}: PagePolicyOptions): (host: string) => string {
  const policyFor = (host: string) =>
    [
      "default-src 'none'",
      `script-src ${[`${siteUrl}/assets/`, `${host}/assets/`, ...scriptHashes.map((hash) => `'${hash}'`)].join(' ')}`,
      "script-src-attr 'none'",
      "style-src 'self'",
      `img-src ${["'self'", 'data:', 'blob:', ...images, ...players].join(' ')}`,
      "font-src 'self'",
      `connect-src ${["'self'", ...connect, ...players].join(' ')}`,
      "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com",
      `media-src ${["'self'", 'blob:', ...players].join(' ')}`,
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ].join('; ')
  const known = new Map<string, string>()
  return (host) => {
    const safeHost = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host) ? host : 'invalid.invalid'
    let policy = known.get(safeHost)
    if (!policy) {
      policy = policyFor(safeHost)
      if (known.size < 100) known.set(safeHost, policy)
    }
    return policy
  }
}
