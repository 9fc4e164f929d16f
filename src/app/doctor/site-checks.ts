import { XMLValidator } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { readTags, type Tag } from '#kernel/html-tags.ts'
import { linksWithRelation } from '#kernel/link-relations.ts'
import { diagnosticToken } from '#features/admin/diagnostics/diagnostic-tokens.ts'
import { ArrivedRequest, getArrivedRequest } from '#features/admin/diagnostics/diagnostics.contract.ts'
import { feedFormats, formats, getFeed } from '#features/discovery/feeds/feeds.contract.ts'
import { checkReadiness } from '#features/admin/health/health.contract.ts'
import { clockFinding } from './database-checks.ts'
import { attempt, type Finding, reasonOf, report } from './finding.ts'

const timeoutMs = 15_000
const start = 'Start the site and its proxy, and check that the address points to this machine.'

/** The site to check over HTTP. */
export interface SiteUnderTest {
  /** The URL for requests, without a trailing slash. */
  url: string
  /** SITE_URL, if the settings are known. */
  siteUrl: string | null
  trustProxyHops: number | null
  /** Signs diagnostic requests, whose responses show how the requests arrived; null without access to the database. */
  secret: Buffer | null
}

/** Checks the site over HTTP. Stops if a step that the others depend on fails. */
export async function checkSite(site: SiteUnderTest): Promise<Finding[]> {
  const { ok, error } = report('http')
  try {
    const ready = await request(site.url + checkReadiness.path)
    await ready.body?.cancel()
    if (ready.status !== 200)
      return [
        error(
          `${site.url}${checkReadiness.path} returns ${ready.status}.`,
          ready.status === 503 ? 'Wait until the site has started, and check its database.' : start,
        ),
      ]
    const page = await request(`${site.url}/`)
    const html = await page.text()
    if (page.status !== 200) return [error(`The home page returns ${page.status}.`, 'Read the site’s log.')]
    const tags = tagsIn(html)
    return [
      ok(`${site.url} responds.`),
      ...(await attempt('redirect', () => checkRedirect(site.url))),
      ...clockOf(page),
      canonicalFinding(site, linkedFrom(page, html, 'canonical')),
      ...(await attempt('proxy', () => checkProxy(site))),
      ...(await attempt('feeds', () => checkFeeds(site))),
      ...(await attempt('previews', () => checkCards(tags))),
      ...(await attempt('webmention', () => checkWebmention(site))),
    ]
  } catch (reason) {
    return [error(`${site.url} does not respond: ${reasonOf(reason)}.`, start)]
  }
}

const request = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init })

function tagsIn(html: string): Tag[] {
  const tags: Tag[] = []
  readTags(html, { onOpen: (tag) => tags.push(tag) })
  return tags
}

const metaContent = (tags: Tag[], property: string): string | null =>
  tags
    .find(({ name, attributes }) => name === 'meta' && attributes.get('property') === property)
    ?.attributes.get('content') ?? null

/** Returns the URL of the page's first link with that relation. */
function linkedFrom({ url, headers }: Response, html: string, relation: string): string | null {
  const [href] = linksWithRelation({ html, url, linkHeader: headers.get('link') }, relation)
  return href === undefined ? null : (URL.parse(href, url)?.href ?? null)
}

async function checkRedirect(url: string): Promise<Finding[]> {
  const { ok, warning } = report('redirect')
  const plain = new URL(url)
  if (plain.protocol !== 'https:' || plain.port !== '') return []
  plain.protocol = 'http:'
  const fix = 'Make the proxy redirect http to https.'
  const answer = await request(plain.href).catch(() => null)
  if (!answer)
    return [warning(`${plain.href} does not respond.`, 'Open TCP port 80, and make the proxy redirect to https.')]
  await answer.body?.cancel()
  const target = answer.headers.get('location') ?? ''
  if ([301, 302, 307, 308].includes(answer.status) && URL.parse(target, plain.href)?.protocol === 'https:')
    return [ok('http redirects to https.')]
  return [warning(`${plain.href} returns ${answer.status} instead of redirecting to https.`, fix)]
}

/** The Date header has a resolution of one second. */
function clockOf(page: Response): Finding[] {
  const date = Date.parse(page.headers.get('date') ?? '')
  return Number.isNaN(date) ? [] : [clockFinding('the web server', date - Date.now(), 1500)]
}

function canonicalFinding({ url, siteUrl }: SiteUnderTest, canonical: string | null): Finding {
  const { ok, error } = report('address')
  const origin = URL.parse(canonical ?? '')?.origin
  const expected = siteUrl ?? new URL(url).origin
  if (origin === new URL(expected).origin) return ok(`Pages have the right address: ${expected}.`)
  return error(
    `The canonical URL of the home page at ${url} is ${canonical ?? 'missing'}, but its origin should be ${expected}.`,
    `Set SITE_URL=${expected} and restart the site, or check that ${url} points to this site.`,
  )
}

/** An address reserved for documentation, which no visitor has. Source: RFC 5737 */
const spoofed = '192.0.2.123'

/** Sends a request with a spoofed X-Forwarded-For header, and checks which address the site treats as the caller's. */
async function checkProxy({ url, siteUrl, trustProxyHops, secret }: SiteUnderTest): Promise<Finding[]> {
  const { error } = report('proxy')
  if (secret === null || trustProxyHops === null) return []
  const token = diagnosticToken(secret, Date.now())
  const answer = await request(`${url}${getArrivedRequest.path}?token=${token}`, {
    headers: { 'x-forwarded-for': spoofed },
  })
  const body: unknown = await answer.json().catch(() => null)
  const arrived = ArrivedRequest.safeParse(body)
  if (!arrived.success)
    return [
      error(
        `${url} is not served by this installation, or is served by an older version of it.`,
        'Restart the site, and check that the address points to this machine.',
      ),
    ]
  return proxyFindings(arrived.data, trustProxyHops, siteUrl ?? url)
}

/** Evaluates a request that was sent with the spoofed address in X-Forwarded-For. */
export function proxyFindings(
  { ip, forwardedFor, forwardedProto }: ArrivedRequest,
  hops: number,
  siteUrl: string,
): Finding[] {
  const { ok, warning, error } = report('proxy')
  const chain = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  const proxies = chain.filter((entry) => entry !== '' && entry !== spoofed).length
  const scheme = forwardedProto?.split(',')[0]?.trim()
  const findings: Finding[] = []
  const fix = `Set TRUST_PROXY=${proxies} and restart the site.`
  if (ip === spoofed)
    findings.push(
      error(
        `Visitors can spoof their IP address: TRUST_PROXY is ${hops}, but ${proxiesText(proxies)} the request.`,
        fix,
      ),
    )
  else if (hops < proxies)
    findings.push(
      error(
        `All visitors appear to have the address ${ip}: TRUST_PROXY is ${hops}, but ${proxiesText(proxies)} the request.`,
        fix,
      ),
    )
  else if (hops > proxies)
    findings.push(
      error(
        `TRUST_PROXY is ${hops}, but ${proxiesText(proxies)} the request.`,
        `${fix.slice(0, -1)}, or make the proxy send X-Forwarded-For.`,
      ),
    )
  if (scheme !== undefined && scheme !== '' && `${scheme}:` !== new URL(siteUrl).protocol)
    findings.push(
      warning(
        `Visitors use ${scheme}, but SITE_URL is ${siteUrl}.`,
        `Set SITE_URL to the address that visitors use, and redirect the other address to it.`,
      ),
    )
  return findings.length > 0
    ? findings
    : [ok(`The site sees this machine’s address as ${ip}, behind ${proxies} ${proxies === 1 ? 'proxy' : 'proxies'}.`)]
}

const proxiesText = (count: number): string =>
  count === 0 ? 'no proxy added X-Forwarded-For to' : count === 1 ? 'one proxy forwarded' : `${count} proxies forwarded`

async function checkFeeds({ url }: SiteUnderTest): Promise<Finding[]> {
  const { ok, error } = report('feeds')
  const faults = await Promise.all(
    formats.map(async (format) => {
      const answer = await request(url + getFeed('', format).path)
      const text = await answer.text()
      const fault =
        answer.status === 200
          ? feedFault(format, answer.headers.get('content-type') ?? '', text)
          : `returns ${answer.status}`
      return fault === null
        ? []
        : [
            error(
              `${getFeed('', format).path} ${fault}.`,
              'Read the site’s log, and check that no proxy changes its responses.',
            ),
          ]
    }),
  )
  return faults.flat().length > 0 ? faults.flat() : [ok('The RSS, Atom, and JSON feeds are valid.')]
}

function feedFault(format: (typeof formats)[number], type: string, text: string): string | null {
  if (!type.startsWith(feedFormats[format].mediaType)) return `has the content type ${type || 'none'}`
  if (format === 'json') return parseFeed(text) ? null : 'is not a JSON feed'
  const outcome = XMLValidator.validate(text)
  if (outcome !== true) return `is not well-formed XML: ${outcome.err.msg}`
  return text.includes(format === 'rss' ? '<rss' : '<feed') ? null : 'is not a feed'
}

/** The parts of a JSON feed that the checks need. Source: jsonfeed.org, version 1.1 */
const JsonFeed = z.object({
  version: z.string().check(z.startsWith('https://jsonfeed.org/version/')),
  items: z.array(z.object({ url: z.optional(z.string()) })),
})

function parseFeed(text: string): z.infer<typeof JsonFeed> | null {
  try {
    return JsonFeed.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Checks what link previews in chats and on social sites show. */
async function checkCards(tags: Tag[]): Promise<Finding[]> {
  const { ok, error } = report('previews')
  const fix = 'Read the site’s log, and check that the proxy forwards every path to the site.'
  const image = metaContent(tags, 'og:image')
  if (metaContent(tags, 'og:title') === null || image === null)
    return [error('The home page has no Open Graph tags.', 'Check that no proxy changes the page.')]
  const answer = await request(image).catch((reason: unknown) => reasonOf(reason))
  if (typeof answer === 'string') return [error(`The preview image ${image} could not be fetched: ${answer}.`, fix)]
  const { length } = new Uint8Array(await answer.arrayBuffer())
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status !== 200 || !type.startsWith('image/') || length === 0)
    return [error(`The preview image ${image} returns ${answer.status} (${type || 'no content type'}).`, fix)]
  return [ok('Link previews have a title and an image.')]
}

/** Finds the webmention endpoint as other sites do, on the newest post, and sends it an invalid webmention. */
async function checkWebmention({ url }: SiteUnderTest): Promise<Finding[]> {
  const { ok, error } = report('webmention')
  const fix = 'Check that the proxy forwards every path and method to the site.'
  const feed = parseFeed(await (await request(url + getFeed('', 'json').path)).text())
  const address = URL.parse(feed?.items[0]?.url ?? '')
  if (!address) return [ok('There are no posts yet that could receive webmentions.')]
  const page = new URL(address.pathname + address.search, url).href
  const response = await request(page)
  const target = linkedFrom(response, await response.text(), 'webmention')
  if (target === null)
    return [error(`${page} does not link to a webmention endpoint.`, 'Check that no proxy changes the page.')]
  const answer = await request(target, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  }).catch((reason: unknown) => reasonOf(reason))
  if (typeof answer === 'string') return [error(`The webmention endpoint ${target} does not respond: ${answer}.`, fix)]
  await answer.body?.cancel()
  if (answer.status === 400) return [ok(`${target} receives webmentions.`)]
  return [
    error(`The webmention endpoint ${target} returns ${answer.status} to an invalid webmention instead of 400.`, fix),
  ]
}
