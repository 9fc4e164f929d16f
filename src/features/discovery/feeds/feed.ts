import { absoluteHtml, escapeHtml, imagesOf } from '#kernel/html.ts'
import type { Context } from '#kernel/http.ts'
import { withoutLinkPreviews } from '#kernel/markdown/without-link-previews.ts'
import { excerptOf } from '#kernel/markdown/excerpts.ts'
import type { ObjectKey } from '#providers/storage/storage.contract.ts'
import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { type FeedAuthor, type FeedPost, listPictureFiles, type PictureFile } from './feeds.store.ts'

/** A format-independent feed. All URLs are absolute. */
export interface Feed {
  /** A BCP 47 tag. */
  language: string
  title: string
  description: string
  homeUrl: string
  selfUrl: string
  hubUrl: string | null
  /** A square icon, in full size and in a small size. */
  pictureUrl: string
  iconUrl: string
  /** Null unless this is a member's feed. */
  author: FeedPerson | null
  items: FeedItem[]
}

export interface FeedPerson {
  name: string
  /** Null for deleted members. */
  url: string | null
  pictureUrl: string | null
}

export interface FeedItem {
  /** Permanent URL of the post or livestream, and the item's id. */
  url: string
  title: string | null
  html: string
  /** Plain text. */
  excerpt: string
  publishedAt: Date
  updatedAt: Date
  author: FeedPerson
  /** The post's category and tags. */
  categories: string[]
  /** The language of the text, as a BCP 47 tag; null if unknown. */
  language: string | null
  picture: Picture | null
}

/** The post's cover or first image, if it was uploaded to this site. `bytes` is null if unknown. */
export interface Picture {
  url: string
  alt: string
  mediaType: string
  bytes: number | null
}

/** Returns the time of the latest item update; null for an empty feed. */
export const lastChange = ({ items }: Feed): Date | null =>
  items.length ? new Date(Math.max(...items.map(({ updatedAt }) => updatedAt.getTime()))) : null

/** Returns the item's title, or a generated one for formats that require a title. */
export const titleOf = ({ title, excerpt, author }: FeedItem): string =>
  title ?? (excerptOf(excerpt, 80) || `A post by ${author.name}`)

/** Converts the posts to feed items. */
export async function feedItems({ db, siteUrl, storage }: Context, posts: FeedPost[]): Promise<FeedItem[]> {
  const pictures = posts.map((post) => pictureIn(post, storage.keyOf))
  const places = pictures.flatMap((picture) => picture?.place ?? [])
  const files = places.length ? await listPictureFiles(db, places) : []
  return posts.map((post, index) => {
    const url = siteUrl + postPath(post)
    const picture = pictures[index]
    return {
      url,
      title: post.title,
      html: htmlOf(siteUrl, url, post),
      excerpt: post.excerpt,
      publishedAt: post.createdAt,
      updatedAt: post.updatedAt,
      author: feedPerson(siteUrl, post),
      categories: [post.category, ...post.tags],
      language: post.language,
      picture: picture ? pictureOf(new URL(picture.src, siteUrl).href, picture, files) : null,
    }
  })
}

export const feedPerson = (siteUrl: string, person: Omit<FeedAuthor, 'id'>): FeedPerson => ({
  name: person.displayName,
  url: isDeleted(person) ? null : siteUrl + profileAddress.href({ username: person.username }),
  pictureUrl: person.profileImage && new URL(person.profileImage, siteUrl).href,
})

function htmlOf(siteUrl: string, url: string, { contentHtml, isTruncated, excerpt }: FeedPost): string {
  const html = withoutAnchors(withoutLinkPreviews(contentHtml ?? `<p>${escapeHtml(excerpt)}</p>`))
  const more = isTruncated ? `<p><a href="${url}">Read more</a></p>` : ''
  return absoluteHtml(html, { siteUrl, pageUrl: url }) + more
}

/** Removes heading anchors, which are empty without the site's styles. */
const withoutAnchors = (html: string) => html.replaceAll(/<a [^<>]*class="heading-anchor"[^<>]*><\/a>/g, '')

interface OwnPicture {
  src: string
  alt: string
  place: ObjectKey
}

/** Returns the cover, or else the first picture, if uploaded to this site. */
function pictureIn({ cover, contentHtml }: FeedPost, keyOf: KeyOf): OwnPicture | null {
  const place = cover && keyOf(cover.src)
  return place ? { ...cover, place } : firstOwnPicture(contentHtml ?? '', keyOf)
}

type KeyOf = (url: string) => ObjectKey | null

function firstOwnPicture(html: string, keyOf: KeyOf): OwnPicture | null {
  for (const { src = '', alt = '' } of imagesOf(html)) {
    const place = keyOf(src)
    if (place) return { src, alt, place }
  }
  return null
}

const mediaTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}

/** @returns null if the media type, which enclosures require, is unknown */
function pictureOf(url: string, { alt, place }: OwnPicture, files: PictureFile[]): Picture | null {
  const file = files.find(({ bucket, path }) => bucket === place.bucket && path === place.path)
  const extension = place.path.split('.').at(-1)!.toLowerCase()
  const mediaType = file?.contentType ?? mediaTypes[extension]
  return mediaType === undefined ? null : { url, alt, mediaType, bytes: file?.bytes ?? null }
}
