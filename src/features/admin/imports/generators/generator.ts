import type { Fields } from '../front-matter.ts'
import type { SourceList, SourceRedirect } from '../source-site.ts'
import type { WrittenDate } from './dates.ts'

/** A Markdown file of a site generator. */
export interface SiteFile {
  /** Its path in the root of the generator, with `/`. */
  path: string
  /** Its front matter, with the defaults of the generator. */
  fields: Fields
  title: string
  date: WrittenDate
}

/** What the generator made of a file. */
export type Placement = PublishedFile | { as: 'nothing'; why: string | null }

export interface PublishedFile {
  as: 'post' | 'page'
  /** Addresses that it had for certain, the last one first. */
  addresses: string[]
  /** Addresses that it may have had. They count if no other file has them. */
  candidates: string[]
  /** Categories that follow from its folder. */
  categories?: string[]
  /** Why it was not public, if it was not. */
  whyDraft?: string
}

/** A published post, for the lists that it is in. */
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
  /** Its folder, absolute. */
  root: string
  /** The URL of the site, if it is configured. */
  origin: string | null
  /** The time zone of the site. */
  zone: string | null
  /** Folders whose files were published at the root of the site. */
  publicFolders: string[]
  /** Whether text in `categories` and `tags` is separated by spaces. */
  hasSpacedLists: boolean
  /** Whether `.md` files may contain components. */
  hasJsx?: boolean
  /** Whether posts can be `.html` files with front matter. */
  hasHtmlPosts?: boolean
  /** Tags that are not topics. */
  internalTags?: ReadonlySet<string>
  /** Returns the default front matter of a file. */
  defaultsFor(path: string): Fields
  place(file: SiteFile): Placement
  /** Returns the folder that the relative addresses of a file's pictures refer to, if it is not that of the file. */
  pictureFolder?(path: string): string | null
  /** Returns the lists, feeds, and pages without Markdown of the old site. */
  lists(files: ListedFile[]): SourceList[]
  redirects: SourceRedirect[]
}

/** The files of a folder and its subfolders. */
export interface FileTree {
  /** Absolute. */
  root: string
  /** Their paths in the folder, with `/`, sorted. */
  paths: string[]
  names: ReadonlySet<string>
}

export const nothing = (why: string | null = null): Placement => ({ as: 'nothing', why })
