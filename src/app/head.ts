import { getOpenSearch } from '#features/discovery/site/site-files.contract.ts'
import { getManifest } from '#features/discovery/web-app/web-app.contract.ts'
import {
  customCssHref,
  siteStylesHref,
  svgIconPath,
  usesCustomCss,
} from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { preloadedFonts } from '#features/admin/site-settings/typefaces.contract.ts'
import { escapeHtml, escapeScript } from '#kernel/html.ts'
import { socialImageSize, siteImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import { type FeedLink, siteFeedLinks } from '#features/discovery/feeds/feeds.contract.ts'
import { isOn, type SiteInfo } from '#features/discovery/site/site.contract.ts'
import { oembedAddress } from '#features/discovery/oembed/oembed.contract.ts'
import { submitWebmention } from '#features/conversation/webmentions/endpoint.contract.ts'
import { openGraphLocale } from '#schemas/site-language.contract.ts'
import { documentTitle, type Head, type SiteFacts } from '#pages/page.ts'

interface HeadSite {
  siteUrl: string
  info: SiteInfo
  /** The page's path and known query parameters. */
  address: string
  /** The schema.org description of the page. */
  jsonLd: (site: SiteFacts) => object[]
}
type Meta = [attribute: 'name' | 'property', name: string, content: string | number | undefined]
type Link = Record<'rel' | 'href' | 'sizes' | 'type' | 'title' | 'as' | 'crossorigin', string>

/** A page's head. `links` and `feeds` are the same strings for most pages of a site. */
export interface HeadHtml {
  /** What the page looks like: fonts, stylesheets, icons. First, because browsers wait for some of it. */
  links: string
  own: string
  /** The site's feeds, after the page's own. */
  feeds: string
}

/** Returns a page's head as HTML, for browsers, search engines, link previews, and feed readers. */
export function headHtml(head: Head, site: HeadSite): HeadHtml {
  const title = `<title>${escapeHtml(documentTitle(head.title, site.info.name))}</title>`
  const meta = [...pageMeta(head), ...(head.noindex ? [] : sharedMeta(head, site))]
  const links = [...(head.noindex ? [] : publicLinks(head, site)), ...ownLinks(head, site)]
  const own = title + meta.map(metaElement).join('') + links.map(linkElement).join('') + jsonLdElement(head, site)
  return { ...siteHtml(head, site), own }
}

const pageMeta = (head: Head): Meta[] => [
  ['name', 'description', head.description],
  ['name', 'robots', head.noindex ? 'noindex' : undefined],
  ['name', 'referrer', head.isAddressSecret ? 'no-referrer' : undefined],
]

/** Returns Open Graph metadata, and X's own metadata where it differs. Source: ogp.me; X, Cards markup */
function sharedMeta(head: Head, site: HeadSite): Meta[] {
  const { siteUrl, address } = site
  const { name, language = 'en' } = site.info
  const image = imageOf(head, site)
  return [
    ['property', 'og:title', head.title],
    ['property', 'og:description', head.description],
    ['property', 'og:type', head.type ?? 'website'],
    ['property', 'og:url', ownUrl(head, { siteUrl, address })],
    ['property', 'og:site_name', name],
    ['property', 'og:locale', openGraphLocale(language)],
    ['property', 'og:image', image.url],
    ['property', 'og:image:type', image.type],
    ['property', 'og:image:width', image.width],
    ['property', 'og:image:height', image.height],
    ['property', 'og:image:alt', image.alt],
    ['property', 'article:published_time', head.publishedAt],
    ['property', 'article:modified_time', head.modifiedAt],
    ['property', 'article:author', head.authorPath && siteUrl + head.authorPath],
    ['property', 'article:section', head.section],
    ...(head.tags ?? []).map((tag): Meta => ['property', 'article:tag', tag]),
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', head.title],
    ['name', 'twitter:description', head.description],
    ['name', 'twitter:image', image.url],
    ['name', 'twitter:image:alt', image.alt],
  ]
}

interface SharedImage {
  url: string
  alt: string
  type?: string
  width?: number
  height?: number
}

/** Returns the image for link previews: the page's picture, or its social image. */
function imageOf({ picture, card }: Head, { siteUrl, info: { name, tagline } }: HeadSite): SharedImage {
  if (picture) return { url: new URL(picture.address, siteUrl).href, alt: picture.alt }
  const { path, alt } = card ?? siteImageLink(name, tagline)
  return { url: siteUrl + path, alt, type: 'image/png', ...socialImageSize }
}

function publicLinks(head: Head, { siteUrl, address }: HeadSite): Partial<Link>[] {
  const url = ownUrl(head, { siteUrl, address })
  const to = (rel: string, path: string | undefined) => (path === undefined ? [] : [{ rel, href: siteUrl + path }])
  const oembed = {
    rel: 'alternate',
    type: 'application/json+oembed',
    title: head.title,
    href: siteUrl + oembedAddress(url),
  }
  return [
    { rel: 'canonical', href: head.canonicalUrl ?? url },
    ...to('author', head.authorPath),
    ...to('prev', head.previousPath),
    ...to('next', head.nextPath),
    ...(head.isEmbeddable ? [oembed] : []),
  ]
}

const ownUrl = (head: Head, { siteUrl, address }: Pick<HeadSite, 'siteUrl' | 'address'>): string =>
  siteUrl + (head.canonicalPath ?? address)

const ownLinks = ({ feed, acceptsWebmentions }: Head, { siteUrl }: HeadSite): Partial<Link>[] => [
  ...(acceptsWebmentions ? [{ rel: 'webmention', href: siteUrl + submitWebmention.path }] : []),
  ...(feed ? [feedLink(feed)] : []),
]

type SiteHtml = Omit<HeadHtml, 'own'>

/** What the heads of a site's pages share, by what it depends on. */
const knownSites = new WeakMap<SiteInfo, Map<string, SiteHtml>>()

function siteHtml({ feed }: Head, { info, address }: HeadSite): SiteHtml {
  const known = knownSites.get(info) ?? new Map<string, SiteHtml>()
  knownSites.set(info, known)
  const hasCustomCss = info.customCss !== undefined && usesCustomCss(address)
  const ownFeed = feed && siteFeedPaths.has(feed.path) ? feed.path : ''
  const key = `${hasCustomCss} ${ownFeed}`
  const html = known.get(key) ?? {
    links: appearanceLinks(info, hasCustomCss).map(linkElement).join(''),
    feeds: siteFeeds(info, ownFeed).map(linkElement).join(''),
  }
  known.set(key, html)
  return html
}

const appearanceLinks = (info: SiteInfo, hasCustomCss: boolean): Partial<Link>[] => [
  ...preloadedFonts(info.typeface ?? 'grotesk').map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossorigin: '',
    href,
  })),
  ...(info.styles === undefined ? [] : [{ rel: 'stylesheet', href: siteStylesHref(info.styles) }]),
  ...(hasCustomCss ? [{ rel: 'stylesheet', href: customCssHref(info.customCss!) }] : []),
  ...iconLinks(info.icon, info.hasSvgIcon),
]

const siteFeeds = (info: SiteInfo, ownFeed: string): Partial<Link>[] => [
  ...siteFeedLinks(info.name, (section) => isOn(info, section))
    .filter(({ path }) => path !== ownFeed)
    .map(feedLink),
  { rel: 'search', type: 'application/opensearchdescription+xml', title: info.name, href: getOpenSearch.path },
  { rel: 'manifest', href: getManifest.path },
]

const siteFeedPaths = new Set(siteFeedLinks('', () => true).map(({ path }) => path))

const feedLink = ({ title, path, mediaType }: FeedLink) => ({ rel: 'alternate', type: mediaType, title, href: path })

/** A custom icon's URLs change with it, because browsers keep icons for a long time. Uploaded icons are not SVGs. */
function iconLinks(version: string | undefined, hasSvg: true | undefined): Partial<Link>[] {
  const icon = (rel: string, path: string, more: Partial<Link> = {}) => ({
    rel,
    href: version === undefined ? path : `${path}?v=${version}`,
    ...more,
  })
  return [
    icon('icon', '/favicon.ico', { sizes: '32x32' }),
    version === undefined || hasSvg
      ? icon('icon', version === undefined ? '/favicon.svg' : svgIconPath, { type: 'image/svg+xml' })
      : icon('icon', '/icon-192.png', { sizes: '192x192' }),
    icon('apple-touch-icon', '/apple-touch-icon.png'),
  ]
}

const metaElement = ([attribute, name, content]: Meta): string =>
  content ? `<meta ${attribute}="${name}" content="${escapeHtml(String(content))}">` : ''

const linkElement = (link: Partial<Link>): string =>
  `<link ${Object.entries(link)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')}>`

/** Returns a data block, which browsers do not execute. */
function jsonLdElement({ noindex }: Head, { siteUrl, info, jsonLd }: HeadSite): string {
  const things = noindex ? [] : jsonLd({ url: siteUrl, name: info.name })
  if (things.length === 0) return ''
  const graph = { '@context': 'https://schema.org', '@graph': things }
  return `<script type="application/ld+json">${escapeScript(JSON.stringify(graph))}</script>`
}
