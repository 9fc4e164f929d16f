import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { publicAddress, publicPlace, uploadFailed } from '#features/uploads/uploads.contract.ts'
import { filesIn } from './files.ts'
import { keepImage } from './keep-image.ts'
import { deleteObjects } from './objects.store.ts'
import { type StorageProvider, variantPaths } from './storage.ts'
import { sweepOrphans } from './sweep.ts'
import { createWireHandler, type StoredPicture } from './wire-handler.ts'

export interface EmbeddedOptions {
  db: Db
  clock: Clock
  log: Log
  /** The folder of the files; it is made when it is missing. */
  folder: string
  /** The public address, without a slash at its end. */
  siteUrl: string
  /** Off only for load tests on loopback. */
  rateLimits: boolean
  /** The member behind an Authorization header; null for none, and for a token that does not hold. */
  memberOf: (authorization: string | undefined) => Promise<{ id: number } | null>
  /** Told of every picture that a browser uploads under /storage/v1. */
  onStored: (picture: StoredPicture) => Promise<void>
}
export type EmbeddedStorage = StorageProvider & Required<Pick<StorageProvider, 'handle'>>

export const sweepTask = 'storage:sweep'

/** Pictures in a folder of this server, their places in the database, Supabase Storage's protocol towards browsers. */
export function embeddedStorage(options: EmbeddedOptions): EmbeddedStorage {
  const { db, clock, log, siteUrl } = options
  const files = filesIn(options.folder)

  async function sweep() {
    const { removed, lost } = await sweepOrphans(db, files, clock)
    if (removed) log.info({ removed }, 'storage: removed files that no object has')
    if (lost) log.warn({ lost, folder: options.folder }, 'storage: objects have lost their files')
  }

  return {
    async put({ bucket, path, image, ownerId }) {
      const keeping = { bucket, path, image, ownerId, mayReplace: false }
      const kept = await keepImage(db, files, keeping).catch(refuse)
      return kept.outcome === 'stored' ? 'stored' : 'exists'
    },
    async remove({ bucket, path }) {
      const gone = await deleteObjects(db, bucket, [path, ...variantPaths(path)], null)
      await files.remove(gone.map(({ file }) => file))
    },
    publicUrl: (place) => publicAddress(siteUrl, place),
    placeOf: (url) => (url.startsWith('/') || url.startsWith(`${siteUrl}/`) ? publicPlace(url) : null),
    handle: createWireHandler({ ...options, files }),
    jobs: { tasks: { [sweepTask]: sweep }, schedules: [{ task: sweepTask, cron: '23 * * * *' }] },
  }
}

/** A full or broken disk: a fault of ours, told in the words of the specification. */
function refuse(reason: unknown): never {
  const isDisk = reason instanceof Error && 'syscall' in reason && 'path' in reason
  throw isDisk ? new AppError('internal', uploadFailed, { cause: reason }) : reason
}
