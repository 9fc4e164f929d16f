import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'

/** Responds with 404 to a page that has no entries or is not a number. */
export const getSitemap = endpoint('GET /sitemap.xml', {
  summary: 'Get the sitemap, or an index of its pages',
  access: 'anyone',
  query: z.object({ page: z.optional(z.string()) }),
  answer: media('application/xml'),
  reads: ['posts', 'members', 'projects', 'livestreams', 'pages'],
  isCached: true,
})
