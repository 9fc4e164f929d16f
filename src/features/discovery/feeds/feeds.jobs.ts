import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { job } from '#kernel/job.ts'

/** `topics`: the paths of the feeds that changed. */
export const pingHub = job('feeds.ping', {
  summary: () => t('Notify feed readers of new posts'),
  payload: z.object({ topics: z.array(z.string()) }),
  callsOut: true,
})
