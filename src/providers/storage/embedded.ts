import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { job, perform } from '#kernel/job.ts'
import { type ObjectKey, publicUrlOf, parsePublicUrl } from './storage.contract.ts'
import type { EmbeddedOptions } from './embedded-options.ts'
import { saveImage } from './save-image.ts'
import { createObjectFinder } from './object-cache.ts'
import { deleteObjects, findObject, listUnrecordedObjects } from './objects.store.ts'
import { type StorageProvider, variantPaths } from './storage.ts'
import { sweepOrphans } from './sweep.ts'
import { createWireHandler } from './wire-handler.ts'

export type EmbeddedStorage = StorageProvider & Required<Pick<StorageProvider, 'handle'>>

const sweepFiles = job('storage:sweep', { summary: () => t('Delete files without a record'), schedule: '23 * * * *' })

/** Stores pictures as files and their metadata in the database. Browsers use Supabase Storage's protocol. */
export function embeddedStorage(options: EmbeddedOptions): EmbeddedStorage {
  const { db, clock, log, files, siteUrl, formerUrls, pictures } = options
  const isOurs = (url: string) => ['', siteUrl, ...formerUrls].some((origin) => url.startsWith(`${origin}/`))

  async function sweep() {
    const { removed, lost } = await sweepOrphans(db, files, clock)
    if (removed) log.info({ removed }, 'storage: removed files without an object')
    if (lost) log.warn({ lost, place: files.place }, 'storage: files of some objects are missing')
  }

  async function read(key: ObjectKey) {
    const object = await findObject(db, key)
    return object && files.read(object.file)
  }

  return {
    async put({ bucket, path, image, ownerId }) {
      const saved = await saveImage(options, { bucket, path, image, ownerId, mayReplace: false })
      return saved.outcome === 'stored' ? 'stored' : 'exists'
    },
    async remove({ bucket, path }) {
      const deleted = await inTransaction(db, async (db) => {
        const deleted = await deleteObjects(db, bucket, [path, ...variantPaths(path)], null)
        await pictures.forget(db, [{ bucket, path }])
        return deleted
      })
      await files.remove(deleted.map(({ file }) => file))
    },
    canRemoveWithoutToken: true,
    listUnrecorded: (before) => listUnrecordedObjects(db, before),
    publicUrl: (key) => publicUrlOf(siteUrl, key),
    addressOf: (key) => publicUrlOf('', key),
    keyOf: (url) => (isOurs(url) ? parsePublicUrl(url) : null),
    read,
    bytesOf: read,
    handle: createWireHandler({ ...options, find: createObjectFinder(db) }),
    workers: [perform(sweepFiles, sweep)],
  }
}
