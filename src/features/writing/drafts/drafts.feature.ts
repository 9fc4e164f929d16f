import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { postDue } from '#features/writing/posts/posts.events.ts'
import { draftImported } from './drafts.events.ts'
import { draftRoutes } from './drafts.routes.ts'
import { backdateDraft, removeDraft, removeDraftsOf, saveDraft, sweepDrafts } from './drafts.store.ts'
import { Draft } from './drafts.contract.ts'

const sweep = job('drafts.sweep', {
  summary: () => t('Delete drafts that have been published'),
  schedule: '17 * * * *',
})

export const draftsFeature = feature('drafts', {
  section: 'blog',
  routes: draftRoutes,
  schemas: { Draft },
  workers: [perform(sweep, ({ db }) => sweepDrafts(db))],
  on: [
    on(postDue, ({ db }, { member, key }) => removeDraft(db, member.id, key)),
    on(draftImported, async ({ db }, { memberId, key, input, updatedAt }) => {
      if (!(await saveDraft(db, memberId, key, input)))
        throw new AppError('conflict', t('too many drafts: publish or discard some, and try again'))
      if (updatedAt) await backdateDraft(db, memberId, key, updatedAt)
    }),
  ],
  accountDeletion: ({ db }, { memberId }) => removeDraftsOf(db, memberId),
  demo: async () => (await import('./drafts.demo.ts')).draftsDemo,
})
