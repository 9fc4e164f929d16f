import { feature } from '#kernel/feature.ts'
import { oembedRoutes } from './oembed.routes.ts'

export const oembedFeature = feature('oembed', {
  routes: oembedRoutes,
})
