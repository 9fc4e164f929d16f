import { escapeHtml } from '#kernel/html.ts'
import { type FeedLink, siteFeedLinks } from '#features/feeds/feeds.contract.ts'
import { documentTitle, type Head } from '#pages/page.ts'

interface HeadSite {
  siteUrl: string
  siteName: string
  /** Path and known query of the page. */
  address: string
}

/** A page's head as HTML: title, description, canonical address, Open Graph. */
export function headHtml(head: Head, { siteUrl, siteName, address }: HeadSite): string {
  const canonical = siteUrl + (head.canonicalPath ?? address)
  const title = documentTitle(head.title, siteName)
  const meta: [attribute: 'name' | 'property', name: string, content: string | undefined][] = [
    ['name', 'description', head.description],
    ['name', 'robots', head.noindex ? 'noindex' : undefined],
    ['name', 'referrer', head.isAddressSecret ? 'no-referrer' : undefined],
    ['property', 'og:title', head.title],
    ['property', 'og:description', head.description],
    ['property', 'og:type', head.type ?? 'website'],
    ['property', 'og:url', canonical],
    ['property', 'og:site_name', siteName],
    ['property', 'og:image', head.imageUrl && new URL(head.imageUrl, siteUrl).href],
    ['property', 'article:published_time', head.publishedAt],
    ['property', 'article:modified_time', head.modifiedAt],
    ['property', 'article:author', head.author],
    ['property', 'article:section', head.section],
    ['name', 'twitter:card', head.imageUrl ? 'summary_large_image' : 'summary'],
  ]
  const tags = meta.flatMap(([attribute, name, content]) =>
    content ? [`<meta ${attribute}="${name}" content="${escapeHtml(content)}">`] : [],
  )
  const link = head.noindex ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}">`
  const feeds = [...(head.feed ? [head.feed] : []), ...siteFeedLinks(siteName)]
  return `<title>${escapeHtml(title)}</title>${tags.join('')}${link}${feeds.map(feedElement).join('')}${manifestLink}`
}

const manifestLink = '<link rel="manifest" href="/manifest.webmanifest">'
const feedElement = ({ title, path, mediaType }: FeedLink) =>
  `<link rel="alternate" type="${mediaType}" title="${escapeHtml(title)}" href="${escapeHtml(path)}">`
