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
  siteName: string
  tagline?: string | undefined
  language?: string | undefined
  /** The version of the site's custom icon. */
  icon?: string | undefined
  hasSvgIcon?: true | undefined
  /** The version of the site's own stylesheet. */
  styles?: string | undefined
  sectionsOff?: SiteInfo['sectionsOff']
  typeface?: SiteInfo['typeface']
  /** The version of the administrators' own CSS. */
  customCss?: string | undefined
  /** The page's path and known query parameters. */
  address: string
  /** The schema.org description of the page. */
  jsonLd: (site: SiteFacts) => object[]
}
type Meta = [attribute: 'name' | 'property', name: string, content: string | number | undefined]
type Link = Record<'rel' | 'href' | 'sizes' | 'type' | 'title' | 'as' | 'crossorigin', string>

/** Returns a page's head as HTML, for browsers, search engines, link previews, and feed readers. */
export function headHtml(head: Head, site: HeadSite): string {
  const title = `<title>${escapeHtml(documentTitle(head.title, site.siteName))}</title>`
  const meta = [...pageMeta(head), ...(head.noindex ? [] : sharedMeta(head, site))]
  const links = [...(head.noindex ? [] : publicLinks(head, site)), ...siteLinks(head, site)]
  return title + meta.map(metaElement).join('') + links.map(linkElement).join('') + jsonLdElement(head, site)
}

const pageMeta = (head: Head): Meta[] => [
  ['name', 'description', head.description],
  ['name', 'robots', head.noindex ? 'noindex' : undefined],
  ['name', 'referrer', head.isAddressSecret ? 'no-referrer' : undefined],
]

/** Returns Open Graph metadata, and X's own metadata where it differs. Source: ogp.me; X, Cards markup */
function sharedMeta(head: Head, site: HeadSite): Meta[] {
  const { siteUrl, siteName, language = 'en', address } = site
  const image = imageOf(head, site)
  return [
    ['property', 'og:title', head.title],
    ['property', 'og:description', head.description],
    ['property', 'og:type', head.type ?? 'website'],
    ['property', 'og:url', ownUrl(head, { siteUrl, address })],
    ['property', 'og:site_name', siteName],
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
function imageOf({ picture, card }: Head, { siteUrl, siteName, tagline }: HeadSite): SharedImage {
  if (picture) return { url: new URL(picture.address, siteUrl).href, alt: picture.alt }
  const { path, alt } = card ?? siteImageLink(siteName, tagline)
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

/** Links in every page's head. A page's own feed comes before the site's feeds. */
const siteLinks = (
  { feed, acceptsWebmentions }: Head,
  { siteUrl, siteName, icon, hasSvgIcon, styles, typeface = 'grotesk', customCss, address, ...site }: HeadSite,
): Partial<Link>[] => [
  ...preloadedFonts(typeface).map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossorigin: '',
    href,
  })),
  ...(styles === undefined ? [] : [{ rel: 'stylesheet', href: siteStylesHref(styles) }]),
  ...(customCss !== undefined && usesCustomCss(address) ? [{ rel: 'stylesheet', href: customCssHref(customCss) }] : []),
  ...iconLinks(icon, hasSvgIcon),
  ...(acceptsWebmentions ? [{ rel: 'webmention', href: siteUrl + submitWebmention.path }] : []),
  ...[
    ...(feed ? [feed] : []),
    ...siteFeedLinks(siteName, (section) => isOn(site, section)).filter(({ path }) => path !== feed?.path),
  ].map(feedLink),
  { rel: 'search', type: 'application/opensearchdescription+xml', title: siteName, href: getOpenSearch.path },
  { rel: 'manifest', href: getManifest.path },
]
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
function jsonLdElement({ noindex }: Head, { siteUrl, siteName, jsonLd }: HeadSite): string {
  const things = noindex ? [] : jsonLd({ url: siteUrl, name: siteName })
  if (things.length === 0) return ''
  const graph = { '@context': 'https://schema.org', '@graph': things }
  return `<script type="application/ld+json">${escapeScript(JSON.stringify(graph))}</script>`
}
