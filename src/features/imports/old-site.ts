/** A post as it was elsewhere, read but not yet brought here. */
export interface OldPost {
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
}

/** What could not be read as a post. */
export interface Refusal {
  key: string
  why: string
}

/** Everything that a source holds. */
export interface OldSite {
  kind: string
  posts: OldPost[]
  refused: Refusal[]
  /** The folder that holds its pictures; null when it brings none along. */
  folder: string | null
  /** Where it was on the web, when the source says so. */
  origin: string | null
}

/** The source as a whole cannot be brought along; the message says why. */
export class SourceError extends Error {
  override name = 'SourceError'
}

/** Text that the database can hold, with line ends as they are here. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n')
