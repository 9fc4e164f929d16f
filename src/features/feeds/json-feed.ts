import type { Feed, FeedItem } from './feed.ts'

/** The feed as JSON Feed 1.1. Posts without a title have none. Source: jsonfeed.org/version/1.1 */
export const jsonFeed = ({ title, description, homeUrl, selfUrl, hubUrl, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: homeUrl,
    feed_url: selfUrl,
    description,
    language: 'en',
    ...(hubUrl !== null && { hubs: [{ type: 'WebSub', url: hubUrl }] }),
    items: items.map(itemObject),
  })

const itemObject = ({ url, title, html, excerpt, publishedAt, updatedAt, author, category, picture }: FeedItem) => ({
  id: url,
  url,
  ...(title !== null && { title }),
  content_html: html,
  summary: excerpt,
  date_published: publishedAt.toISOString(),
  date_modified: updatedAt.toISOString(),
  authors: [{ name: author.name, url: author.url, ...(author.pictureUrl && { avatar: author.pictureUrl }) }],
  tags: [category],
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
