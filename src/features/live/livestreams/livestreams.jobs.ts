import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'

export const reconcileStreams = job('livestreams.reconcile', {
  summary: () => t('Compare livestreams with their provider’s data'),
  key: () => '',
  schedule: '* * * * *',
  callsOut: true,
})
export const removeStream = job('livestreams.remove', {
  summary: () => t('Delete a stream from its provider'),
  payload: z.object({ provider: z.string(), providerId: z.string() }),
  callsOut: true,
})
export const cutStream = job('livestreams.withhold', {
  summary: () => t('Disconnect the stream of a member who may no longer publish'),
  payload: z.object({ id: z.int() }),
  callsOut: true,
})
