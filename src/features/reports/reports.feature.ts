import { feature } from '#kernel/feature.ts'
import { reportsArchive } from './reports-archive.store.ts'
import { reportRoutes } from './reports.routes.ts'
import { removeReportsBy } from './reports.store.ts'

export const reportsFeature = feature('reports', {
  routes: reportRoutes,
  accountDeletion: removeReportsBy,
  archive: reportsArchive,
  notInArchive: { reported_posts: 'belongs to the administrators' },
})
