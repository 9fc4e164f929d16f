import type { Db } from '#kernel/db.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    sitePaths: SitePaths
  }
}

/** The site's own paths. Pages must not conflict with them. */
export interface SitePaths {
  /** Reports whether a screen, an endpoint, or a folder of files already uses the path or owns its first segment. */
  isTaken: (path: string) => boolean
  /** Returns why a page cannot have the slug, as a sentence, or null. @param pageId the page that has or will have
   *  it */
  problemOf: (db: Db, slug: string, pageId?: number) => Promise<string | null>
}
