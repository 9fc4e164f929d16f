import { feature } from '#kernel/feature.ts'
import { Setup } from './setup.contract.ts'
import { setupRoutes } from './setup.routes.ts'

/** The steps that lead the owner of a new site through its setup. */
export const setupFeature = feature('setup', { routes: setupRoutes, schemas: { Setup } })
