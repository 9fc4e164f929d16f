import { escapeHtml } from '#kernel/html.ts'
import { element, type Xml, xmlDocument } from '#kernel/xml.ts'
import { type Feed, type FeedItem, lastChange, type Picture } from './feed.ts'
import { feedFormats } from './feeds.contract.ts'

const namespaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
}

/** Renders the feed as RSS 2.0. Items may have no title. Descriptions are HTML, as readers expect. */
export function rss(feed: Feed): string {
  const changedAt = lastChange(feed)
  const { mediaType } = feedFormats.rss
  return xmlDocument(
    element('rss', { version: '2.0', ...namespaces }, [
      element('channel', {}, [
        element('title', {}, feed.title),
        element('link', {}, feed.homeUrl),
        element('description', {}, escapeHtml(feed.description)),
        element('language', {}, feed.language),
        changedAt && element('lastBuildDate', {}, changedAt.toUTCString()),
        element('image', {}, [
          element('url', {}, feed.pictureUrl),
          element('title', {}, feed.title),
          element('link', {}, feed.homeUrl),
        ]),
        element('atom:link', { rel: 'self', href: feed.selfUrl, type: mediaType }),
        feed.hubUrl === null ? null : element('atom:link', { rel: 'hub', href: feed.hubUrl }),
        feed.items.map(itemElement),
      ]),
    ]),
  )
}

function itemElement(item: FeedItem): Xml {
  const { title, url, html, excerpt, publishedAt, author, categories, language, picture } = item
  return element('item', {}, [
    title === null ? null : element('title', {}, title),
    element('link', {}, url),
    element('guid', { isPermaLink: 'true' }, url),
    element('pubDate', {}, publishedAt.toUTCString()),
    element('dc:creator', {}, author.name),
    language === null ? null : element('dc:language', {}, language),
    ...categories.map((category) => element('category', {}, category)),
    element('description', {}, escapeHtml(excerpt)),
    element('content:encoded', {}, html),
    picture && pictureElements(picture),
  ])
}

/** An unknown length is written as 0. Source: RSS Advisory Board, Best Practices. */
const pictureElements = ({ url, alt, mediaType, bytes }: Picture): Xml[] => [
  element('enclosure', { url, length: bytes ?? 0, type: mediaType }),
  element('media:content', { url, medium: 'image', type: mediaType, fileSize: bytes ?? undefined }, [
    alt === '' ? null : element('media:description', { type: 'plain' }, alt),
  ]),
]
