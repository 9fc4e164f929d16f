import type * as z from 'zod/mini'
import type { ArchivedProject } from '#features/admin/archives/archive-format.contract.ts'

/** A post of another site. */
export interface SourcePost {
  /** Permanent key: the id on the old site, or the path in the folder. */
  key: string
  /** Empty if it has none. */
  title: string
  /** Markdown with the old addresses. */
  content: string
  createdAt: Date | null
  isDraft: boolean
  /** Why a post that was public in some way becomes a draft, for the report: "it is for members only". */
  whyDraft?: string
  /** Categories and tags, most specific first. Those that are no category here become tags. */
  categories: string[]
  /** All its public addresses, the last one first: absolute paths or URLs. */
  addresses: string[]
  /** The base of relative addresses in the text, like {@link addresses}. */
  base: string
  /** Known if the old site runs Devstead, and for posts of social networks. */
  isLongForm?: boolean
  /** The last part of its address. */
  slug?: string
  /** Where it was first published, if that is another site. */
  canonicalUrl?: string
  cover?: SourceCover
  series?: { name: string; position: number | null }
  /** A page such as `/about`, without a date in lists. */
  isPage?: boolean
  /** The page was in the navigation. */
  isInNavigation?: boolean
  /** Left out of lists, feeds, and search. */
  isUnlisted?: boolean
  comments?: SourceComment[]
  /** What was not converted, as sentences for the report. */
  notes?: string[]
  /** Its edits, if they are known. */
  history?: History
  /** When it was pinned to the profile. */
  pinnedAt?: Date
  /** The post that a draft edits, and the version that the edit is based on. */
  changes?: { key: string; baseUpdatedAt: string | null }
}

/** `address`: relative to the post's base, or a URL. */
export interface SourceCover {
  address: string
  alt: string
}

/** A comment on a post. */
export interface SourceComment {
  /** Permanent key within the source. */
  key: string
  /** The comment that it replies to. */
  parentKey: string | null
  authorName: string
  authorUrl: string | null
  /** Plain text with Markdown. */
  content: string
  createdAt: Date
}

/** The last edit of a post and its earlier versions, oldest first. `isOwnEdit`: whether the author made the edit. */
export interface History {
  updatedAt: Date
  isOwnEdit: boolean
  versions: SourceRevision[]
}

export interface SourceRevision extends Pick<SourcePost, 'title' | 'content' | 'categories'> {
  isLongForm: boolean
  writtenAt: Date
  isOwnEdit: boolean
}

/** The member's profile. Fields may be empty. */
export interface SourceProfile {
  displayName: string
  title: string
  bio: string
  profileImage: string
  githubUsername: string
  skills: string[]
  links: { label: string; url: string }[]
}

/** A project of the member. Sorted by `position`, ascending. */
export interface SourceProject {
  key: string
  fields: Omit<z.infer<typeof ArchivedProject>, 'id' | 'position' | 'createdAt' | 'updatedAt'>
  position: number
  createdAt: Date
  updatedAt: Date
}

/** An item that could not be imported. */
export interface Refusal {
  key: string
  why: string
}

/** An address of the old site that is no post: a list, a feed, or a page that only code can make. `from`: an absolute
 *  path, with `/*` at its end for everything below. The first of several matching entries applies. */
export interface SourceList {
  from: string
  to: 'posts' | 'home' | 'feed' | { tag: string } | { series: string } | { author: true }
}

/** A redirect of the old site, from an absolute path, with `/*` at its end for everything below. `file`: where it is
 *  defined. */
export interface SourceRedirect {
  file: string
  from: string
  to: string
}

/** The contents of a source. */
export interface SourceSite {
  kind: string
  posts: SourcePost[]
  refused: Refusal[]
  /** Returns the picture of a resolved address, or null if the source does not contain it.
   *  @throws AppError if it is too large */
  pictureAt: (url: URL) => Promise<Buffer | null>
  /** The URL of the old site, if the source contains it. */
  origin: string | null
  profile?: SourceProfile
  projects?: SourceProject[]
  /** Files and items that the old site did not publish as posts. */
  skipped?: Refusal[]
  /** What was not converted or left out in the source as a whole, as sentences for the report. */
  notes?: string[]
  lists?: SourceList[]
  redirects?: SourceRedirect[]
  close?: () => void
}

export const noPictures: SourceSite['pictureAt'] = () => Promise.resolve(null)

/** The source cannot be imported. The message says why. */
export class SourceError extends Error {
  override name = 'SourceError'
}

/** Returns the text without characters that the database rejects, and with `\n` as line ends. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n')
