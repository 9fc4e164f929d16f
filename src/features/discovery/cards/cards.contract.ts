import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import type { Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'

/** Pixels. The size that link previews are made for. */
export const cardSize = { width: 1200, height: 630 } as const

/** What is known of the thing that a card is for. */
export type Card =
  | {
      kind: 'post'
      title: string | null
      excerpt: string
      isLongForm: boolean
      readingMinutes: number
      createdAt: string
      category: { displayName: string; color: string }
      author: CardAuthor
    }
  | { kind: 'profile'; title: string; bio: string; author: CardAuthor }
  /** `startsAt`: when it began, or is to begin. */
  | { kind: 'livestream'; title: string; startsAt: string | null; author: CardAuthor }
  | { kind: 'site' }

export interface CardAuthor {
  username: string
  displayName: string
  profileImage: string | null
}

const drawn = {
  access: 'anyone',
  headers: { 'If-None-Match': 'The ETag of a stored copy' },
  answer: media('image/png'),
} as const

export const getPostCard = endpoint('GET /cards/post/:id.png', {
  summary: 'Get the social image of a post',
  ...drawn,
  params: { id: IdText },
})
export const getProfileCard = endpoint('GET /cards/profile/:username.png', {
  summary: 'Get the social image of a profile',
  ...drawn,
  params: { username: z.string() },
})
export const getLivestreamCard = endpoint('GET /cards/livestream/:id.png', {
  summary: 'Get the social image of a livestream',
  ...drawn,
  params: { id: IdText },
})
export const getSiteCard = endpoint('GET /cards/site.png', { summary: 'Get the social image of the site', ...drawn })

/** A card as pages name it: its address changes when what it shows does, so that others let go of the old one. */
export interface CardLink {
  path: string
  alt: string
}

type PostOnCard = Pick<Post, 'id' | 'title' | 'excerpt' | 'updatedAt'> & {
  user: Pick<Post['user'], 'displayName' | 'profileImage'>
}

export const postCard = ({ id, title, excerpt, updatedAt, user }: PostOnCard, siteName: string): CardLink => ({
  path: `${getPostCard.href({ id })}?v=${versionOf(updatedAt, user.displayName, user.profileImage ?? '', siteName)}`,
  alt: `${(title ?? cutText(excerpt, 100)) || 'A post'} – ${user.displayName} on ${siteName}`,
})

interface ProfileOnCard {
  username: string
  displayName: string
  title: string
  bio: string
  profileImage: string | null
}

export const profileCard = (
  { username, displayName, title, bio, profileImage }: ProfileOnCard,
  siteName: string,
): CardLink => ({
  path: `${getProfileCard.href({ username })}?v=${versionOf(displayName, title, bio, profileImage ?? '', siteName)}`,
  alt: `${displayName} (@${username}) on ${siteName}`,
})

type LivestreamOnCard = Pick<Livestream, 'id' | 'title' | 'startedAt' | 'scheduledAt'> & {
  user: Pick<Livestream['user'], 'displayName' | 'profileImage'>
}

export const livestreamCard = (
  { id, title, startedAt, scheduledAt, user }: LivestreamOnCard,
  siteName: string,
): CardLink => {
  const shown = [title, startedAt ?? scheduledAt ?? '', user.displayName, user.profileImage ?? '', siteName]
  return {
    path: `${getLivestreamCard.href({ id })}?v=${versionOf(...shown)}`,
    alt: `${title} – ${user.displayName} on ${siteName}`,
  }
}

export const siteCard = (siteName: string): CardLink => ({
  path: `${getSiteCard.path}?v=${versionOf(siteName)}`,
  alt: siteName,
})

/** A short text for these parts and no others. Source: FNV-1a, 32 bits */
function versionOf(...parts: string[]): string {
  let hash = 0x811c9dc5
  for (const sign of [drawingVersion, ...parts].join('\n')) {
    hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193) >>> 0
  }
  return hash.toString(36)
}

/** Another drawing is another card: raised whenever the way that cards look is changed. */
export const drawingVersion = 1

/** At most `length` characters, cut between words where there are any. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > length / 2 ? lastSpace : cut.length).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '')}…`
}
