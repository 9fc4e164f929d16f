import * as z from 'zod/mini'
import { job } from '#kernel/job.ts'

/** Deletes immediately what the sweep would delete after 30 days. */
export const deleteUnusedImages = job('pictures.of-deleted-account', {
  summary: 'Delete a deleted account’s images',
  payload: z.object({ memberId: z.int() }),
  key: ({ memberId }) => String(memberId),
})
