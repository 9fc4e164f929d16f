import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'

const AdjacentArticle = z.nullable(z.object({ id: Id, slug: z.nullable(z.string()), title: z.string() }))
export type AdjacentArticle = z.infer<typeof AdjacentArticle>

/** The articles published just before and after an article. Null at either end, and for short posts. */
export const AdjacentArticles = z.object({ previous: AdjacentArticle, next: AdjacentArticle })
export type AdjacentArticles = z.infer<typeof AdjacentArticles>

export const getAdjacentArticles = endpoint('GET /api/posts/:id/neighbours', {
  summary: 'Get the previous and next article',
  access: 'anyone',
  params: { id: IdText },
  answer: AdjacentArticles,
})
