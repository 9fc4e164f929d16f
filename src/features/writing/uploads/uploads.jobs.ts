import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'

/** Deletes immediately what the sweep would delete after 30 days. */
export const deleteUnusedImages = job('pictures.of-deleted-account', {
  summary: () => t('Delete a deleted account’s images'),
  payload: z.object({ memberId: z.int() }),
  key: ({ memberId }) => String(memberId),
})
