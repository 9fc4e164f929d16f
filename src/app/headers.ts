import { sendPolicyReports } from '#features/admin/policy-reports/policy-reports.contract.ts'
import { noScripts } from '#kernel/plain-page.ts'
import type { Config } from './config.ts'

/** Security headers sent with every response. Source: OWASP Secure Headers Project. */
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

/** The header for the studio, which replaces the default. */
export const capturingHeaders = { 'permissions-policy': permissionsPolicy('(self)') }

/** Chromium ignores `report-uri` if `report-to` is present, which requires HTTPS. */
const reportsWithApi = (siteUrl: string) => siteUrl.startsWith('https:')

/** Document headers that define where browsers report policy violations. */
export const reportingHeaders = ({ siteUrl }: Pick<Config, 'siteUrl'>): Record<string, string> =>
  reportsWithApi(siteUrl) ? { 'reporting-endpoints': `policy="${sendPolicyReports.path}"` } : {}

/** Lets CDNs serve a page of a site in one language for ten seconds, and for half a minute more while they fetch it
 *  again; most CDNs ignore `Vary`. Browsers and other proxies ignore it and revalidate. Source: RFC 9213 */
export const cdnHeaders = { 'cdn-cache-control': 'public, max-age=10, stale-while-revalidate=30' }

/** The headers for pages with a secret URL. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, noarchive',
}

/** Lets this site show a document in a frame. */
export const framable = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': (headers['content-security-policy'] ?? '').replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  ),
})

/** Returns the Content Security Policy for previews of the site's settings: pages without scripts, whose forms cannot be
 *  submitted. */
export const previewPolicy = ({ images, players }: Pick<PagePolicyOptions, 'images' | 'players'>): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `img-src ${["'self'", 'data:', ...images, ...players].join(' ')}`,
    "font-src 'self'",
    `media-src ${["'self'", ...players].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    noScripts,
  ].join('; ')

export interface PagePolicyOptions {
  /** The public URL, which may differ from the Host header behind a proxy. */
  siteUrl: string
  /** Hashes of the template's inline scripts: `sha256-…`. */
  scriptHashes: string[]
  /** Other origins that the browser calls: the hosted identity provider. */
  connect: string[]
  /** Other origins that serve pictures: hosted storage. */
  images: string[]
  /** Other origins that serve live streams: a hosted streaming provider. */
  players: string[]
}

/** Returns the Content Security Policy for documents. Allows scripts only from this site's /assets/, under its URL or
 *  the requested host, so that uploads cannot run as scripts. Contains no nonce, so that pages can be cached. */
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
      // The policies that trusted-html.ts and own-worker.ts create.
      "require-trusted-types-for 'script'",
      'trusted-types site worker',
      `report-uri ${sendPolicyReports.path}`,
      ...(reportsWithApi(siteUrl) ? ['report-to policy'] : []),
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
