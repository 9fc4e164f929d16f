import { feature } from '#kernel/feature.ts'
import { perform } from '#kernel/job.ts'
import { pictureUsage } from './picture-usage.store.ts'
import { pictureWorkers } from './picture-sweep.ts'
import { deleteUnusedImages } from './uploads.jobs.ts'
import { listUnusedImages } from './uploads.store.ts'
import { uploadRoutes } from './uploads.routes.ts'

export const uploadsFeature = feature('uploads', {
  services: () => ({ pictureUsage }),
  routes: uploadRoutes,
  workers: [
    ...pictureWorkers,
    perform(deleteUnusedImages, async ({ db, storage }, { memberId }) => {
      for (const place of await listUnusedImages(db, memberId)) await storage.remove(place)
    }),
  ],
  accountDeletion: ({ db }, { memberId }) => deleteUnusedImages.enqueue(db, { memberId }),
  notInArchive: { images: 'are in the archive as files' },
})
