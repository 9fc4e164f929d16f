import * as z from 'zod/mini'
import { TagNames } from '#schemas/tag-names.contract.ts'

/** What an article has besides its text. The editor, drafts, and posts have all of these fields. */
export const articleDetailFields = {
  /** Chosen by the author, in addition to the hashtags in the text. */
  tags: z._default(TagNames, []),
}
export const ArticleDetails = z.object(articleDetailFields)
export type ArticleDetails = z.infer<typeof ArticleDetails>

export const noDetails: ArticleDetails = ArticleDetails.parse({})

export const isSameDetails = (a: ArticleDetails, b: ArticleDetails): boolean =>
  JSON.stringify(ArticleDetails.parse(a)) === JSON.stringify(ArticleDetails.parse(b))
