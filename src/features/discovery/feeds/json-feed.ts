import type { Feed, FeedItem, FeedPerson } from './feed.ts'

/** Renders the feed as JSON Feed 1.1. Items may have no title. Source: jsonfeed.org/version/1.1 */
export const jsonFeed = (feed: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.homeUrl,
    feed_url: feed.selfUrl,
    description: feed.description,
    icon: feed.pictureUrl,
    favicon: feed.iconUrl,
    ...(feed.author && { authors: [authorObject(feed.author)] }),
    language: feed.language,
    ...(feed.hubUrl !== null && { hubs: [{ type: 'WebSub', url: feed.hubUrl }] }),
    items: feed.items.map(itemObject),
  })

const authorObject = ({ name, url, pictureUrl }: FeedPerson) => ({
  name,
  ...(url && { url }),
  ...(pictureUrl && { avatar: pictureUrl }),
})

const itemObject = ({ url, title, html, excerpt, author, categories, language, picture, ...item }: FeedItem) => ({
  id: url,
  url,
  ...(title !== null && { title }),
  content_html: html,
  summary: excerpt,
  date_published: item.publishedAt.toISOString(),
  date_modified: item.updatedAt.toISOString(),
  authors: [authorObject(author)],
  tags: categories,
  ...(language !== null && { language }),
  ...(picture && {
    image: picture.url,
    attachments: [
      {
        url: picture.url,
        mime_type: picture.mediaType,
        ...(picture.bytes !== null && { size_in_bytes: picture.bytes }),
      },
    ],
  }),
})
