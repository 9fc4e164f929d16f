import * as z from 'zod/mini'
import type { Context } from '#kernel/http.ts'
import type { JobSet } from '#kernel/jobs.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import type { Bluesky, BlueskyFailure } from '#providers/bluesky/bluesky.ts'
import { findProfile, keepProfile, listAuthors, sweepProfiles } from './bluesky-profiles.store.ts'
import { plainLine } from './plain-line.ts'
import { copyPhoto } from './webmention-photos.ts'

/** What Bluesky says of those who wrote mentions there. */
export interface BlueskyProfiles {
  /** Reads anew who the author is. @returns null when that is done, else why not */
  refresh(actor: string): Promise<BlueskyFailure | null>
}

declare module '#kernel/http.ts' {
  interface Context {
    blueskyProfiles: BlueskyProfiles
  }
}

type Parts = Pick<Context, 'db' | 'clock' | 'announce'> & { fetch: SafeFetch; bluesky: Bluesky }

const maxNameLength = 100

export const createBlueskyProfiles = (parts: Parts): BlueskyProfiles => ({
  async refresh(actor) {
    const { db, clock, bluesky, announce } = parts
    const known = await findProfile(db, actor)
    const answer = await bluesky.profile(known?.did ?? actor)
    if (!answer.ok) return answer
    const { did, handle, displayName, avatarUrl } = answer.profile
    // A picture that cannot be had right now is no reason to show none.
    const photo = avatarUrl === null ? null : ((await copyPhoto(parts, avatarUrl)) ?? known?.photo ?? null)
    await keepProfile(db, { actor, did, handle, name: plainLine(displayName, maxNameLength), photo }, clock.now())
    await announce('posts', 'removals')
    return null
  },
})

export const resetTask = 'bluesky.reset'
const refreshTask = 'bluesky.refresh'
const sweepTask = 'bluesky.sweep'
const Refresh = z.object({ actor: z.string() })

/** Reads authors anew, one after the other; whom Bluesky does not answer for is asked for again later. */
export const blueskyJobs = ({ db, blueskyProfiles }: Pick<Context, 'db' | 'blueskyProfiles'>): JobSet => ({
  tasks: {
    [resetTask]: async () => {
      for (const { actor } of await listAuthors(db))
        await enqueue(db, refreshTask, { actor }, { key: `bluesky ${actor}`, queue: 'bluesky', maxAttempts: 8 })
    },
    [refreshTask]: async (payload) => {
      const failure = await blueskyProfiles.refresh(Refresh.parse(payload).actor)
      if (failure && failure.reason !== 'absent') throw new Error(failure.message)
    },
    [sweepTask]: async () => void (await sweepProfiles(db)),
  },
  schedules: [{ task: sweepTask, cron: '51 3 * * *' }],
})
