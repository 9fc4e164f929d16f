import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { t } from '#messages/messages.ts'
import { removeDraftCommentsOf, sweepDraftComments } from './draft-comments.store.ts'
import { sharedDraftsArchive } from './shared-drafts-archive.store.ts'
import { sharedDraftRoutes } from './shared-drafts.routes.ts'

const sweep = job('shared-drafts.sweep', {
  summary: () => t('Permanently delete old deleted comments on drafts'),
  schedule: '53 3 * * *',
})

export const sharedDraftsFeature = feature('shared-drafts', {
  section: 'blog',
  routes: sharedDraftRoutes,
  workers: [perform(sweep, ({ db, clock }) => sweepDraftComments(db, clock.now()))],
  accountDeletion: ({ db }, { memberId }) => removeDraftCommentsOf(db, memberId),
  archive: sharedDraftsArchive,
})
