import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import {
  isUsedAgain,
  listAllImages,
  listPictureMentions,
  listUnusedSince,
  markUses,
  mentionedAmong,
} from './picture-uses.store.ts'
import { unusedDays } from './uploads.contract.ts'
import type { ObjectKey } from '#providers/storage/storage.contract.ts'

type Services = Pick<Context, 'db' | 'clock' | 'log' | 'storage'>

const dayMs = 86_400_000
const sweep = job('pictures.sweep', { summary: () => t('Delete unused images'), schedule: '13 4 * * *' })

export const pictureWorkers = [perform(sweep, sweepPictures)]

async function sweepPictures(services: Services): Promise<void> {
  const { log, storage } = services
  const unused = await findUnusedPictures(services)
  if (unused.length === 0) return
  if (!storage.canRemoveWithoutToken)
    return log.warn({ unused: unused.length }, 'pictures: set SUPABASE_SERVICE_KEY to remove unused pictures')
  const failures = await removePictures(services, unused)
  log.info({ removed: unused.length - failures.length }, `pictures: removed pictures unused for ${unusedDays} days`)
  if (failures.length > 0) throw failures[0]
}

/** Finds pictures that nothing has referred to for 30 days: pictures of deleted posts, replaced pictures, and uploads
 *  that were never used. A new reference restarts the 30 days. */
export async function findUnusedPictures({ db, clock, storage }: Omit<Services, 'log'>): Promise<ObjectKey[]> {
  const since = new Date(clock.now() - unusedDays * dayMs)
  // Listed first, so that a picture uploaded during the search does not count as unused.
  const [images, unrecorded] = [await listAllImages(db), await storage.listUnrecorded(since)]
  const used = mentionedAmong([...images, ...unrecorded], await listPictureMentions(db))
  await markUses(db, images, used, new Date(clock.now()))
  return [...(await listUnusedSince(db, since)), ...unrecorded.filter((place) => !used.has(place))]
}

/** Removes the pictures that are still unused. @returns the errors of failed removals, which the next sweep retries */
export async function removePictures(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  places: ObjectKey[],
): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const place of places) {
    if (await isUsedAgain(db, place)) continue
    await storage.remove(place).catch((reason: unknown) => failures.push(reason))
  }
  return failures
}
