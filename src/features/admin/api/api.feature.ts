import { feature } from '#kernel/feature.ts'
import { apiRoutes } from './api.routes.ts'

export const apiFeature = feature('api', { routes: apiRoutes })
