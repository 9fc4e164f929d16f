import * as z from 'zod/mini'
import { job } from '#kernel/job.ts'
import { Id } from '#schemas/ids.contract.ts'

export const verifyMention = job('webmentions.verify', {
  summary: 'Verify a webmention',
  payload: z.object({ id: Id }),
  callsOut: true,
})
