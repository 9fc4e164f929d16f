import { element, type Xml, xmlDocument } from '#kernel/xml.ts'
import { type Feed, type FeedItem, type FeedPerson, lastChange, titleOf } from './feed.ts'
import { feedFormats } from './feeds.contract.ts'

/** Renders the feed as Atom (RFC 4287), which requires every entry to have a title, and even an empty feed to have an
 *  update time. */
export function atom(feed: Feed): string {
  return xmlDocument(
    element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language }, [
      element('id', {}, feed.selfUrl),
      element('title', {}, feed.title),
      element('subtitle', {}, feed.description),
      element('updated', {}, (lastChange(feed) ?? new Date(0)).toISOString()),
      element('icon', {}, feed.iconUrl),
      element('logo', {}, feed.pictureUrl),
      feed.author && personElement(feed.author),
      element('link', { rel: 'self', href: feed.selfUrl, type: feedFormats.atom.mediaType }),
      element('link', { rel: 'alternate', href: feed.homeUrl, type: 'text/html' }),
      feed.hubUrl === null ? null : element('link', { rel: 'hub', href: feed.hubUrl }),
      feed.items.map(entryElement),
    ]),
  )
}

const personElement = ({ name, url }: FeedPerson): Xml =>
  element('author', {}, [element('name', {}, name), url === null ? null : element('uri', {}, url)])

function entryElement(item: FeedItem): Xml {
  const { url, html, excerpt, publishedAt, updatedAt, author, categories, language, picture } = item
  return element('entry', { 'xml:lang': language ?? undefined }, [
    element('id', {}, url),
    element('title', {}, titleOf(item)),
    element('link', { rel: 'alternate', href: url, type: 'text/html' }),
    picture &&
      element('link', {
        rel: 'enclosure',
        href: picture.url,
        type: picture.mediaType,
        length: picture.bytes ?? undefined,
      }),
    element('published', {}, publishedAt.toISOString()),
    element('updated', {}, updatedAt.toISOString()),
    personElement(author),
    ...categories.map((category) => element('category', { term: category })),
    element('summary', {}, excerpt),
    element('content', { type: 'html' }, html),
  ])
}
