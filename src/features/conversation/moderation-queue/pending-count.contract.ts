import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'

/** Source: docs/product.md, Data. */
export const getPendingCount = endpoint('GET /api/admin/comments/pending-count', {
  summary: 'Count comments and webmentions awaiting moderation',
  access: 'member',
  answer: z.object({ count: z.int().check(z.gte(0)) }),
})
