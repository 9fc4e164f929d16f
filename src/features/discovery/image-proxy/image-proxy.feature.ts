import { feature } from '#kernel/feature.ts'
import { imageProxyRoutes } from './image-proxy.routes.ts'

export const imageProxyFeature = feature('image-proxy', {
  routes: imageProxyRoutes,
})
