import type { Db } from '#kernel/db.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    sitePaths: SitePaths
  }
}

/** The paths of the site that pages compete for. */
export interface SitePaths {
  /** Reports whether a screen, a call, or a folder of files has the path or owns its first part. */
  isTaken: (path: string) => boolean
  /** Returns why a page cannot have the slug, as a sentence, or null. @param pageId the page that has or will have it */
  problemOf: (db: Db, slug: string, pageId?: number) => Promise<string | null>
}
