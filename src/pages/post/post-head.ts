import { ownFeedLink, profileFolder } from '#features/feeds/feeds.contract.ts'
import type { Post } from '#features/posts/posts.contract.ts'
import type { Head } from '../page.ts'

const descriptionLength = 155
const titleLength = 70

/** What a post's page says about itself. */
export function postHead(post: Post): Head {
  const picture = firstPicture(post.contentHtml)
  return {
    title: post.title ?? `${post.user.displayName}: ${shortened(post.excerpt, titleLength)}`,
    description: shortened(post.excerpt, descriptionLength),
    type: 'article',
    publishedAt: post.createdAt,
    modifiedAt: post.updatedAt,
    author: post.user.displayName,
    section: post.category.displayName,
    feed: ownFeedLink(post.user.displayName, profileFolder(post.user.username)),
    ...(picture !== null && { imageUrl: picture }),
  }
}

/** At most `length` characters, cut between words. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > length / 2 ? lastSpace : cut.length).trimEnd()}…`
}

/** The address of the first picture in rendered markdown; null without one. */
function firstPicture(html: string): string | null {
  const source = /<img\b[^<>]*?\ssrc="([^"]+)"/.exec(html)?.[1]
  return source === undefined ? null : source.replaceAll('&amp;', '&')
}
