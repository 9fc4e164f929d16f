import type { ArchivePart } from './archive.ts'
import type { Db } from './db.ts'
import type { DemoPart } from './demo.ts'
import type { Subscription } from './event.ts'
import type { Route } from './http.ts'
import type { Worker } from './job.ts'
import type { SitemapPart } from './sitemap.ts'

declare module './http.ts' {
  interface Context {
    features: readonly Feature[]
  }
}

/** What a folder of `features` contributes to the site. `app/features.ts` lists all of them. */
export interface Feature {
  name: string
  routes?: readonly Route[]
  workers?: readonly Worker[]
  /** Reactions to events of other features. */
  on?: readonly Subscription[]
  /** Deletes what the feature stores about a member whose account is deleted; their posts are deleted before, if they chose
   *  so. Must be safe to repeat. */
  accountDeletion?: (db: Db, memberId: number) => Promise<unknown>
  /** Lists in the archive of a member's data. */
  archive?: readonly ArchivePart[]
  /** Tables that refer to members and are not in the archive, with the reason: 'counts the follows'. */
  notInArchive?: Readonly<Record<string, string>>
  /** Loads the feature's content for the demo of an empty site. */
  demo?: () => Promise<DemoPart>
  sitemap?: SitemapPart
}

export const feature = (name: string, parts: Omit<Feature, 'name'>): Feature => ({ name, ...parts })
