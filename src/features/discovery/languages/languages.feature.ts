import { feature } from '#kernel/feature.ts'
import { languageRoutes } from './languages.routes.ts'

export const languagesFeature = feature('languages', { routes: languageRoutes })
