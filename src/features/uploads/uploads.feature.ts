import { feature } from '#kernel/feature.ts'
import { pictureWorkers } from './picture-sweep.ts'
import { uploadRoutes } from './uploads.routes.ts'

export const uploadsFeature = feature('uploads', {
  routes: uploadRoutes,
  workers: pictureWorkers,
  notInArchive: { images: 'are in the archive as files' },
})
