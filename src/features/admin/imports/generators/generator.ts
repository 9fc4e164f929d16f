import { t } from '#messages/messages.ts'
import type { Fields } from '../front-matter.ts'
import type { SourceList, SourceRedirect } from '../source-site.ts'
import type { WrittenDate } from './dates.ts'

/** A site generator's Markdown file. */
export interface SiteFile {
  /** Its path relative to the generator's root, with `/` as the separator. */
  path: string
  /** Its front matter, including the generator's defaults. */
  fields: Fields
  title: string
  date: WrittenDate
}

/** How the generator publishes a file. */
export type Placement = PublishedFile | { as: 'nothing'; why: string | null }

export interface PublishedFile {
  as: 'post' | 'page'
  /** Its known addresses, latest first. */
  addresses: string[]
  /** Its possible addresses. Each address is used only if no other file has the same one. */
  candidates: string[]
  /** Categories derived from its folder. */
  categories?: string[]
  /** Problems with its address, as sentences for the report. */
  notes?: string[]
  /** The reason, if it was not public. */
  whyDraft?: string
}

/** A published post, with everything that determines which lists contain it. */
export interface ListedFile {
  path: string
  fields: Fields
  categories: string[]
  tags: string[]
  series: string
  address: string
  day: string
  isPage: boolean
}

/** A site generator with its configuration. */
export interface Generator {
  kind: string
  /** The absolute path of its folder. */
  root: string
  /** The URL of the site, if it is configured. */
  origin: string | null
  /** The time zone of the site. */
  zone: string | null
  /** Folders whose files were published at the root of the site. */
  publicFolders: string[]
  /** Whether spaces separate the entries of `categories` and `tags`. */
  hasSpacedLists: boolean
  /** Whether `.md` files may contain components. */
  hasJsx?: boolean
  /** Whether posts can be `.html` files with front matter. */
  hasHtmlPosts?: boolean
  /** Tags that are not topics. */
  internalTags?: ReadonlySet<string>
  /** Returns the default front matter for a file. */
  defaultsFor(path: string): Fields
  place(file: SiteFile): Placement
  /** Returns the folder that a file's relative picture paths refer to, if it is not the file's own folder. */
  pictureFolder?(path: string): string | null
  /** Returns the old site's lists, feeds, and pages that are not Markdown. */
  lists(files: ListedFile[]): SourceList[]
  redirects: SourceRedirect[]
  /** What could not be read, as sentences for the report. */
  notes?: ReadonlySet<string>
}

/** The files in a folder and its subfolders. */
export interface FileTree {
  /** An absolute path. */
  root: string
  /** Sorted paths relative to the folder, separated by `/`. */
  paths: string[]
  names: ReadonlySet<string>
  /** What could not be read, as sentences for the report. */
  notes: Set<string>
}

/** For the report. @param permalink as it is written, or the file that computes it */
export const guessedAddress = (permalink: string): string =>
  t('its address is a guess, because its permalink could not be read: {permalink}', { permalink })

export const nothing = (why: string | null = null): Placement => ({ as: 'nothing', why })
