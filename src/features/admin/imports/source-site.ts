import type * as z from 'zod/mini'
import type { ArchivedProject } from '#features/admin/archives/archive-format.contract.ts'

/** A post as it was elsewhere, read but not yet brought here. */
export interface SourcePost {
  /** What names it for good: the old site's id, or its path in the folder. */
  key: string
  /** Empty for one without. */
  title: string
  /** Markdown with its addresses as they were. */
  content: string
  createdAt: Date | null
  isDraft: boolean
  /** The old site's words for what it is about, the most telling first. */
  categories: string[]
  /** Where it was to be found: paths that begin with a slash, or whole addresses. */
  addresses: string[]
  /** Where it stands, for addresses that are relative to it: as {@link addresses}. */
  base: string
  /** What kind it was, where it was one of ours. */
  isLongForm?: boolean
  /** What became of it there, where that is known. */
  history?: History
  /** Since when it stood first on its author's profile. */
  pinnedAt?: Date
  /** Of a draft: what it was a change of, by its key, and the version of that it began with. */
  changes?: { key: string; baseUpdatedAt: string | null }
}

/** A post's last change, and what it was before each, oldest first. `isOwnEdit`: its author's, and nobody else's. */
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

/** What the member said of themselves there; empty where nothing. */
export interface SourceProfile {
  displayName: string
  title: string
  bio: string
  profileImage: string
  githubUsername: string
  skills: string[]
  links: { label: string; url: string }[]
}

/** What the member built there. A lower `position` stood before a higher one. */
export interface SourceProject {
  key: string
  fields: Omit<z.infer<typeof ArchivedProject>, 'id' | 'position' | 'createdAt' | 'updatedAt'>
  position: number
  createdAt: Date
  updatedAt: Date
}

/** What could not be read as a post. */
export interface Refusal {
  key: string
  why: string
}

/** Everything that a source holds. */
export interface SourceSite {
  kind: string
  posts: SourcePost[]
  refused: Refusal[]
  /** The picture that it has for an address, resolved from where it stood: null when it has none.
   *  @throws AppError for one that is too large */
  pictureAt: (url: URL) => Promise<Buffer | null>
  /** Where it was on the web, when the source says so. */
  origin: string | null
  profile?: SourceProfile
  projects?: SourceProject[]
  close?: () => void
}

export const noPictures: SourceSite['pictureAt'] = () => Promise.resolve(null)

/** The source as a whole cannot be brought along; the message says why. */
export class SourceError extends Error {
  override name = 'SourceError'
}

/** Text that the database can hold, with line ends as they are here. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n')
