import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'
import { Id } from '#schemas/ids.contract.ts'

export const verifyMention = job('webmentions.verify', {
  summary: () => t('Verify a webmention'),
  payload: z.object({ id: Id }),
  callsOut: true,
})
