import * as z from 'zod/mini'

export const pendingCountPath = '/api/admin/comments/pending-count'

/** How many comments wait for the caller. Source: spec §3. */
export const PendingCount = z.object({ count: z.int().check(z.gte(0)) })
