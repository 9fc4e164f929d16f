import * as z from 'zod/mini'
import { job } from '#kernel/job.ts'

export const reconcileStreams = job('livestreams.reconcile', {
  summary: 'Compare livestreams with their provider',
  key: () => '',
  schedule: '* * * * *',
  callsOut: true,
})
export const removeStream = job('livestreams.remove', {
  summary: 'Delete a stream at its provider',
  payload: z.object({ provider: z.string(), providerId: z.string() }),
  callsOut: true,
})
export const cutStream = job('livestreams.withhold', {
  summary: 'Cut off the stream of a suspended member',
  payload: z.object({ id: z.int() }),
  callsOut: true,
})
