import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import type { BlueskyFailure } from '#providers/bluesky/bluesky.ts'
import { findProfile, saveProfile, listAuthors, sweepProfiles } from './bluesky-profiles.store.ts'
import { plainLine } from './plain-line.ts'
import { copyPhoto } from './webmention-photos.ts'

/** The Bluesky profiles of mention authors. */
export interface BlueskyProfiles {
  /** Refreshes the author's profile. @returns null on success, otherwise the failure */
  refresh(actor: string): Promise<BlueskyFailure | null>
}

declare module '#kernel/http.ts' {
  interface Context {
    blueskyProfiles: BlueskyProfiles
  }
}

type Parts = Pick<Context, 'db' | 'clock' | 'announce' | 'bluesky'> & { fetch: SafeFetch }

const maxNameLength = 100

export const createBlueskyProfiles = (parts: Parts): BlueskyProfiles => ({
  async refresh(actor) {
    const { db, clock, bluesky, announce } = parts
    const known = await findProfile(db, actor)
    const answer = await bluesky.profile(known?.did ?? actor)
    if (!answer.ok) return answer
    const { did, handle, displayName, avatarUrl } = answer.profile
    // Keep the previous picture if the new one is unavailable.
    const photo = avatarUrl === null ? null : ((await copyPhoto(parts, avatarUrl)) ?? known?.photo ?? null)
    await saveProfile(db, { actor, did, handle, name: plainLine(displayName, maxNameLength), photo }, clock.now())
    await announce('posts', 'removals')
    return null
  },
})

export const resetAuthors = job('bluesky.reset', {
  summary: () => t('Refresh all Bluesky authors'),
  key: () => '',
  callsOut: true,
})
const refreshAuthor = job('bluesky.refresh', {
  summary: () => t('Refresh a Bluesky author'),
  payload: z.object({ actor: z.string() }),
  key: ({ actor }) => actor,
  queue: 'bluesky',
  maxAttempts: 8,
  callsOut: true,
})
const sweep = job('bluesky.sweep', {
  summary: () => t('Delete Bluesky authors without mentions'),
  schedule: '51 3 * * *',
  callsOut: true,
})

/** Refreshes authors one at a time. Retries later if Bluesky does not respond. */
export const blueskyWorkers = [
  perform(resetAuthors, async ({ db }) => {
    for (const { actor } of await listAuthors(db)) await refreshAuthor.enqueue(db, { actor })
  }),
  perform(refreshAuthor, async ({ blueskyProfiles }, { actor }) => {
    const failure = await blueskyProfiles.refresh(actor)
    if (failure && failure.reason !== 'absent') throw new Error(failure.message)
  }),
  perform(sweep, ({ db }) => sweepProfiles(db)),
]
