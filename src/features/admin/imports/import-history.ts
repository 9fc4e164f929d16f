import { AppError } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import type { SourcePost } from './source-site.ts'
import type { ImportedRevision } from '#features/writing/posts/imported-history.contract.ts'
import { topicsOf } from './import-plan.ts'

/** Converts earlier versions of a post. A version that the renderer rejects keeps only its Markdown. */
export async function importedRevisions(
  { markdown }: Pick<Context, 'markdown'>,
  { history }: SourcePost,
  known: Category[],
  rewritten: (content: string) => Promise<string>,
): Promise<ImportedRevision[]> {
  const revisions: ImportedRevision[] = []
  for (const { categories, ...version } of history?.versions ?? []) {
    const content = await rewritten(version.content)
    const { html, isTruncated } = await markdown
      .render(content, { isArticle: version.isLongForm, hasHashtags: true })
      .catch(asUnrendered)
    revisions.push({ ...version, content, html, isTruncated, categoryId: topicsOf({ categories }, known).categoryId })
  }
  return revisions
}

function asUnrendered(reason: unknown): Pick<ImportedRevision, 'html' | 'isTruncated'> {
  if (reason instanceof AppError && reason.code === 'invalid_input') return { html: '', isTruncated: true }
  throw reason
}
