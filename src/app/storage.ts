import path from 'node:path'
import type { Context } from '#kernel/http.ts'
import { embeddedStorage } from '#providers/storage/embedded.ts'
import type { StorageProvider } from '#providers/storage/storage.ts'
import { supabaseStorage } from '#providers/storage/supabase.ts'
import { addImage, factsOf } from '#features/uploads/uploads.store.ts'
import type { Config } from './config.ts'

type Services = Pick<Context, 'db' | 'clock' | 'log' | 'memberOf'>

/** Supabase Storage where the settings name a project, else files in DATA_DIR. */
export function createStorage(config: Config, services: Services): StorageProvider {
  const { supabase, siteUrl, rateLimits } = config
  if (supabase) return supabaseStorage(supabase)
  return embeddedStorage({
    ...services,
    folder: path.join(config.dataDir, 'storage'),
    siteUrl,
    rateLimits,
    onStored: async ({ image, ...picture }) => void (await addImage(services.db, { ...picture, ...factsOf(image) })),
  })
}
