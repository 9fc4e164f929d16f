import type { Section } from '#schemas/sections.contract.ts'
import { type Db, sql } from './db.ts'
import type { Context } from './http.ts'

/** A page in the sitemap. */
export interface SitemapEntry {
  path: string
  changedAt: Date | null
  /** The section of a list, if it differs from its feature's. */
  section?: Section
}

/** Pages in the sitemap. Pages for rows with an id are split into files by id. */
export interface SitemapPart {
  /** Pages that list rows; included in the first file. */
  lists?: (ctx: Pick<Context, 'db' | 'siteSettings'>) => Promise<SitemapEntry[]>
  /** Selects the `id` of every row that has a page. Absent, like `entries`, if there are only lists. */
  ids?: ReturnType<typeof sql>
  /** Returns the pages for the rows with `afterId` < id <= `upToId`, ordered by id. */
  entries?: (db: Db, afterId: number, upToId: number) => Promise<SitemapEntry[]>
}
