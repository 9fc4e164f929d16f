import { event } from '#kernel/event.ts'
import type { Member } from '#kernel/http.ts'
import type { Rendered } from '#kernel/markdown/markdown.ts'

/** The member imports a page. Rejected with an AppError, whose message says why, if its slug is invalid or in use:
 *  existing pages stay as they are. Afterwards, the importer announces `pages`. */
export const sitePageImported = event<ImportedPage>('site-page.imported')

export interface ImportedPage {
  member: Pick<Member, 'id'>
  slug: string
  title: string
  content: string
  /** Rendered with `isArticle`. */
  rendered: Rendered
  createdAt: Date
  updatedAt: Date
  /** Default: true. */
  isPublished?: boolean
  /** Default: false. Ignored if the navigation is full. */
  isInNavigation?: boolean
}
