import type { Context } from '#kernel/http.ts'
import type { JobSet } from '#kernel/jobs.ts'
import {
  isUsedAgain,
  listAllImages,
  listPictureMentions,
  listUnusedSince,
  markUses,
  mentionedAmong,
} from './picture-uses.store.ts'
import { type ObjectPlace, unusedDays } from './uploads.contract.ts'

type Services = Pick<Context, 'db' | 'clock' | 'log' | 'storage'>

const dayMs = 86_400_000
export const pictureSweepTask = 'pictures.sweep'

/** Removes pictures that nothing has referred to for 30 days: those of deleted posts, replaced ones, and uploads that never
 *  came into a post. A reference found in the meantime starts the time again. */
export const pictureJobs = (services: Services): JobSet => ({
  tasks: { [pictureSweepTask]: () => sweepPictures(services) },
  schedules: [{ task: pictureSweepTask, cron: '13 4 * * *' }],
})

async function sweepPictures({ db, clock, log, storage }: Services): Promise<void> {
  const since = new Date(clock.now() - unusedDays * dayMs)
  // Listed first: a picture uploaded during the search is not taken for an unused one.
  const [images, unrecorded] = [await listAllImages(db), await storage.listUnrecorded(since)]
  const used = mentionedAmong([...images, ...unrecorded], await listPictureMentions(db))
  await markUses(db, images, used, new Date(clock.now()))
  const unused = [...(await listUnusedSince(db, since)), ...unrecorded.filter((place) => !used.has(place))]
  if (unused.length === 0) return
  if (!storage.canRemoveUnasked)
    return log.warn({ unused: unused.length }, 'pictures: unused ones can only be removed with SUPABASE_SERVICE_KEY')
  const failures = await removeAll({ db, storage }, unused)
  log.info({ removed: unused.length - failures.length }, `pictures: removed those unused for ${unusedDays} days`)
  if (failures.length > 0) throw failures[0]
}

/** @returns why some could not be removed; they are found again */
async function removeAll({ db, storage }: Pick<Services, 'db' | 'storage'>, places: ObjectPlace[]): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const place of places) {
    if (await isUsedAgain(db, place)) continue
    await storage.remove(place).catch((reason: unknown) => failures.push(reason))
  }
  return failures
}
