import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id } from '#schemas/ids.contract.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    pages: true
  }
}

/** A published page as readers see it. `description`: its beginning, at most 155 characters. */
export const PublishedPage = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  contentHtml: z.string(),
  description: z.string(),
  updatedAt: z.iso.datetime(),
})
export type PublishedPage = z.infer<typeof PublishedPage>

/** Returns null if no page has the slug, because screens ask for a text that may not exist. Also accepts a former slug
 *  of the page. The slug is in the query, because it may contain slashes. */
export const getPublishedPage = endpoint('GET /api/page', {
  summary: 'Get a published page by its slug',
  access: 'anyone',
  query: z.object({ slug: z.string() }),
  answer: z.nullable(PublishedPage),
})
