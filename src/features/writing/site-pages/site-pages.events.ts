import { event } from '#kernel/event.ts'
import type { Member } from '#kernel/http.ts'
import type { Rendered } from '#kernel/markdown/markdown.ts'

/** A member is importing a page. If its slug is invalid or in use, an AppError with the reason is thrown; existing
 *  pages are never changed. The importer announces `pages` afterward. */
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
