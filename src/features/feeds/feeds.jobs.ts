import * as z from 'zod/mini'
import { job } from '#kernel/job.ts'

/** `topics`: the paths of feeds that have changed. */
export const pingHub = job('feeds.ping', {
  summary: 'Notify feed readers of new posts',
  payload: z.object({ topics: z.array(z.string()) }),
  callsOut: true,
})

/** Other processes may serve a cached copy of a feed for a second. */
const delayMs = 2000

/** Returns when to notify the hub, which fetches the feeds at once. */
export const pingTime = (nowMs: number): { runAt: Date } => ({ runAt: new Date(nowMs + delayMs) })
