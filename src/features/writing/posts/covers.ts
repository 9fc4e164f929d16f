import type { Context } from '#kernel/http.ts'
import type { ArticleDetails } from './article-details.contract.ts'
import type { Cover } from './posts.contract.ts'

/** Returns the cover in the form that pages display. `before`: the current cover, which is reused if the picture is
 *  the same. */
export async function coverOf(
  { markdown }: Pick<Context, 'markdown'>,
  chosen: ArticleDetails['cover'],
  before: Cover | null = null,
): Promise<Cover | null> {
  if (chosen === null) return null
  if (before?.url === chosen.url) return { ...before, alt: chosen.alt }
  const { src, srcset = '', width = null, height = null } = await markdown.imageOf(chosen.url)
  return { ...chosen, src, srcset, width, height }
}
