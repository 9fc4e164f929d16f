import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import type { Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'

/** Pixels. The recommended size for Open Graph images. */
export const socialImageSize = { width: 1200, height: 630 } as const

/** What a social image shows. */
export type SocialImage =
  | {
      kind: 'post'
      title: string | null
      excerpt: string
      isLongForm: boolean
      readingMinutes: number
      createdAt: string
      category: { displayName: string; color: string }
      author: SocialImageAuthor
    }
  | { kind: 'profile'; title: string; bio: string; author: SocialImageAuthor }
  /** `startsAt`: the actual start, otherwise the scheduled one. */
  | { kind: 'livestream'; title: string; startsAt: string | null; author: SocialImageAuthor }
  | { kind: 'site' }

export interface SocialImageAuthor {
  username: string
  displayName: string
  profileImage: string | null
}

const drawn = {
  access: 'anyone',
  headers: { 'If-None-Match': 'The ETag of a stored copy' },
  answer: media('image/png'),
} as const

export const getPostImage = endpoint('GET /cards/post/:id.png', {
  summary: 'Get a post’s social image',
  ...drawn,
  params: { id: IdText },
})
export const getProfileImage = endpoint('GET /cards/profile/:username.png', {
  summary: 'Get a profile’s social image',
  ...drawn,
  params: { username: z.string() },
})
export const getLivestreamImage = endpoint('GET /cards/livestream/:id.png', {
  section: 'live',
  summary: 'Get a livestream’s social image',
  ...drawn,
  params: { id: IdText },
})
export const getSiteImage = endpoint('GET /cards/site.png', { summary: 'Get the site’s social image', ...drawn })

/** A social image's URL and alt text. The URL changes with the content, so that other sites fetch it again. */
export interface SocialImageLink {
  path: string
  alt: string
}

type PostFields = Pick<Post, 'id' | 'title' | 'excerpt' | 'updatedAt'> & {
  user: Pick<Post['user'], 'displayName' | 'profileImage'>
}

export const postImageLink = (
  { id, title, excerpt, updatedAt, user }: PostFields,
  siteName: string,
): SocialImageLink => ({
  path: `${getPostImage.href({ id })}?v=${versionOf(updatedAt, user.displayName, user.profileImage ?? '', siteName)}`,
  alt: `${(title ?? cutText(excerpt, 100)) || 'A post'} – ${user.displayName} on ${siteName}`,
})

interface ProfileFields {
  username: string
  displayName: string
  title: string
  bio: string
  profileImage: string | null
}

export const profileImageLink = (
  { username, displayName, title, bio, profileImage }: ProfileFields,
  siteName: string,
): SocialImageLink => ({
  path: `${getProfileImage.href({ username })}?v=${versionOf(displayName, title, bio, profileImage ?? '', siteName)}`,
  alt: `${displayName} (@${username}) on ${siteName}`,
})

type LivestreamFields = Pick<Livestream, 'id' | 'title' | 'startedAt' | 'scheduledAt'> & {
  user: Pick<Livestream['user'], 'displayName' | 'profileImage'>
}

export const livestreamImageLink = (
  { id, title, startedAt, scheduledAt, user }: LivestreamFields,
  siteName: string,
): SocialImageLink => {
  const shown = [title, startedAt ?? scheduledAt ?? '', user.displayName, user.profileImage ?? '', siteName]
  return {
    path: `${getLivestreamImage.href({ id })}?v=${versionOf(...shown)}`,
    alt: `${title} – ${user.displayName} on ${siteName}`,
  }
}

export const siteImageLink = (siteName: string, tagline?: string): SocialImageLink => ({
  path: `${getSiteImage.path}?v=${versionOf(siteName, ...(tagline === undefined ? [] : [tagline]))}`,
  alt: siteName,
})

/** Returns a short hash of the parts. Source: FNV-1a, 32 bits */
function versionOf(...parts: string[]): string {
  let hash = 0x811c9dc5
  for (const sign of [drawingVersion, ...parts].join('\n')) {
    hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193) >>> 0
  }
  return hash.toString(36)
}

/** Increment this whenever the image design changes. */
export const drawingVersion = 1

/** Truncates text to `length` characters, at a word boundary if possible. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > length / 2 ? lastSpace : cut.length).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '')}…`
}
