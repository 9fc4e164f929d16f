import { feature } from '#kernel/feature.ts'
import { socialImageRoutes } from './social-images.routes.ts'

export const socialImagesFeature = feature('social-images', {
  routes: socialImageRoutes,
})
