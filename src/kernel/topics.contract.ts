/** The topics that can change. Each feature adds its own next to its contract, through module augmentation. */
export interface Topics {
  /** Public content was deleted, hidden, or changed: older cached copies must not be served, even during a database
   *  outage. */
  removals: true
  /** Anything that pages may show was written to the database. Announced automatically: see app/content-changes.ts. */
  content: true
}
export type Topic = keyof Topics
