import type { RenderedComment } from './comment-markdown.ts'

/** Renders a comment as described in `comment-markdown.ts`. Loads the parser on first use, because it takes several
 *  megabytes. */
export async function renderComment(source: string, siteUrl: string): Promise<RenderedComment> {
  const markdown = await import('./comment-markdown.ts')
  return markdown.renderComment(source, siteUrl)
}
