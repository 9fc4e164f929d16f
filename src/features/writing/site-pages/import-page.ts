import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { checkPage } from './check-page.ts'
import { PageInput, tooComplex } from './site-pages.contract.ts'
import type { ImportedPage } from './site-pages.events.ts'
import { insertPage, isNavigationFull, lockPages } from './site-pages.store.ts'

/** Adds a page from another site, in `db`'s transaction. @throws AppError, ZodError if it is not valid */
export async function importPage(ctx: Pick<Context, 'db' | 'sitePaths'>, page: ImportedPage): Promise<void> {
  const { member, rendered, createdAt, updatedAt } = page
  if (rendered.isTruncated) throw new AppError('invalid_input', tooComplex())
  await lockPages(ctx.db)
  const isInNavigation = page.isInNavigation === true && !(await isNavigationFull(ctx.db, undefined))
  const { success, data: input, error } = PageInput.safeParse({ isPublished: true, ...page, isInNavigation })
  if (!success) throw new AppError('invalid_input', error.issues[0]!.message)
  await checkPage(ctx, input)
  await insertPage(ctx.db, { authorId: member.id, createdAt, updatedAt }, input, rendered)
}
