import { feature } from '#kernel/feature.ts'
import { searchRoutes } from './search.routes.ts'

export const searchFeature = feature('search', {
  routes: searchRoutes,
  notInArchive: { search_members: 'is derived from the profile' },
})
