import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'

/** Responds with 404 if `page` is not a number or that page has no entries. */
export const getSitemap = endpoint('GET /sitemap.xml', {
  summary: 'Get the sitemap, or an index of its pages',
  access: 'anyone',
  query: z.object({ page: z.optional(z.string()) }),
  answer: media('application/xml'),
  reads: ['posts', 'members', 'projects', 'livestreams', 'pages'],
  isCached: true,
})
