import path from 'node:path'
import { systemClock } from '#kernel/clock.ts'
import type { Context } from '#kernel/http.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import { filesInBucket, keyOfFile } from '#providers/storage/bucket-files.ts'
import { embeddedStorage } from '#providers/storage/embedded.ts'
import { filesIn } from '#providers/storage/files.ts'
import { recordSiteUrl } from '#providers/storage/site-urls.store.ts'
import type { PictureRecords, StorageProvider } from '#providers/storage/storage.ts'
import { addImageWithin } from '#features/writing/uploads/upload-quotas.store.ts'
import { factsOf, forgetImages } from '#features/writing/uploads/uploads.store.ts'
import { openSiteBucket } from './bucket.ts'
import type { Config } from './config.ts'

interface Services extends Pick<Context, 'db' | 'clock' | 'log' | 'memberOf'> {
  /** Null if files are stored on this machine. */
  bucket: Bucket | null
}

/** Creates Supabase Storage if a project is configured, otherwise file storage in the bucket or in DATA_DIR. */
export async function createStorage(config: Config, { bucket, ...services }: Services): Promise<StorageProvider> {
  const { supabase, siteUrl, rateLimits } = config
  const pictures: PictureRecords = {
    add: (db, { image, ...picture }) => addImageWithin(db, { ...picture, ...factsOf(image) }, config.uploads),
    forget: forgetImages,
  }
  if (supabase) {
    const { supabaseStorage } = await import('#providers/storage/supabase.ts')
    return supabaseStorage({ ...supabase, db: services.db, pictures })
  }
  return embeddedStorage({
    ...services,
    files: bucket ? filesInBucket(bucket, services.log) : filesIn(pictureFolder(config)),
    cdnUrlOf: cdnUrls(config),
    siteUrl,
    formerUrls: await recordSiteUrl(services.db, siteUrl),
    rateLimits,
    pictures,
  })
}

interface CommandServices extends Pick<Context, 'db' | 'log'> {
  config: Config
}

/** Runs a command's `work` with the site's file storage. @throws AppError like `openSiteBucket` */
export async function withStorage<T>(
  { config, db, log }: CommandServices,
  work: (storage: StorageProvider) => Promise<T>,
): Promise<T> {
  const bucket = config.supabase ? null : await openSiteBucket(config, db, log)
  try {
    return await work(await createStorage(config, { db, log, clock: systemClock, bucket, memberOf: async () => null }))
  } finally {
    bucket?.close()
  }
}

export const pictureFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'storage')

function cdnUrls({ s3 }: Config): ((file: string) => string) | null {
  return s3?.publicUrl ? (file) => `${s3.publicUrl}/${s3.prefix}${keyOfFile(file)}` : null
}
