import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { memberSuspended } from '#features/people/profiles/members.events.ts'
import { reportsArchive } from './reports-archive.store.ts'
import { reportRoutes } from './reports.routes.ts'
import { closeReportsOf, removeReportsBy } from './reports.store.ts'
import { ReportedPost } from './reports.contract.ts'

export const reportsFeature = feature('reports', {
  routes: reportRoutes,
  schemas: { ReportedPost },
  accountDeletion: ({ db }, { memberId }) => removeReportsBy(db, memberId),
  archive: reportsArchive,
  notInArchive: { reported_posts: 'belongs to the administrators' },
  on: [on(memberSuspended, ({ db }, { memberId, adminId }) => closeReportsOf(db, memberId, adminId))],
})
