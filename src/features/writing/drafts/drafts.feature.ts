import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { draftRoutes } from './drafts.routes.ts'
import { removeDraftsOf, sweepDrafts } from './drafts.store.ts'
import { Draft } from './drafts.contract.ts'

const sweep = job('drafts.sweep', { summary: 'Delete empty drafts', schedule: '17 * * * *' })

export const draftsFeature = feature('drafts', {
  routes: draftRoutes,
  schemas: { Draft },
  workers: [perform(sweep, ({ db }) => sweepDrafts(db))],
  accountDeletion: ({ db }, { memberId }) => removeDraftsOf(db, memberId),
  demo: async () => (await import('./drafts.demo.ts')).draftsDemo,
})
