import path from 'node:path'
import type { Context } from '#kernel/http.ts'
import { embeddedStorage } from '#providers/storage/embedded.ts'
import { recordSiteUrl } from '#providers/storage/site-urls.store.ts'
import type { PictureRecords, StorageProvider } from '#providers/storage/storage.ts'
import { supabaseStorage } from '#providers/storage/supabase.ts'
import { addImageWithin } from '#features/writing/uploads/upload-quotas.store.ts'
import { factsOf, forgetImages } from '#features/writing/uploads/uploads.store.ts'
import type { Config } from './config.ts'

type Services = Pick<Context, 'db' | 'clock' | 'log' | 'memberOf'>

/** Creates Supabase Storage if a project is configured, otherwise file storage in DATA_DIR. */
export async function createStorage(config: Config, services: Services): Promise<StorageProvider> {
  const { supabase, siteUrl, rateLimits } = config
  const pictures: PictureRecords = {
    add: (db, { image, ...picture }) => addImageWithin(db, { ...picture, ...factsOf(image) }, config.uploads),
    forget: forgetImages,
  }
  if (supabase) return supabaseStorage({ ...supabase, db: services.db, pictures })
  return embeddedStorage({
    ...services,
    folder: path.join(config.dataDir, 'storage'),
    siteUrl,
    formerUrls: await recordSiteUrl(services.db, siteUrl),
    rateLimits,
    pictures,
  })
}
