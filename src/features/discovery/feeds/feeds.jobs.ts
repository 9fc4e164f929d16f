import * as z from 'zod/mini'
import { job } from '#kernel/job.ts'

/** `topics`: the paths of the feeds that changed. */
export const pingHub = job('feeds.ping', {
  summary: 'Notify feed readers of new posts',
  payload: z.object({ topics: z.array(z.string()) }),
  callsOut: true,
})
