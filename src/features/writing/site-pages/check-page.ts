import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { maxPages, navigationFull, type PageInput, tooManyPages } from './site-pages.contract.ts'
import { countPages, isNavigationFull } from './site-pages.store.ts'

/** Checks that the slug is available and that the site and its navigation have room for the page. `db` must hold the
 *  lock on pages. @param id the page's id, if it exists @throws AppError invalid_input, conflict */
export async function checkPage(
  { db, sitePaths }: Pick<Context, 'db' | 'sitePaths'>,
  { slug, isInNavigation }: Pick<PageInput, 'slug' | 'isInNavigation'>,
  id?: number,
): Promise<void> {
  const problem = await sitePaths.problemOf(db, slug, id)
  if (problem !== null) throw refused('slug', problem)
  if (isInNavigation && (await isNavigationFull(db, id))) throw refused('isInNavigation', navigationFull())
  if (id === undefined && (await countPages(db)) >= maxPages) throw new AppError('conflict', tooManyPages())
}

const refused = (path: keyof PageInput, message: string) =>
  new AppError('invalid_input', message, { issues: [{ path, message }] })
