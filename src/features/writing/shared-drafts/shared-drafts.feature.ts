import { feature } from '#kernel/feature.ts'
import { removeDraftCommentsOf } from './draft-comments.store.ts'
import { sharedDraftsArchive } from './shared-drafts-archive.store.ts'
import { sharedDraftRoutes } from './shared-drafts.routes.ts'

export const sharedDraftsFeature = feature('shared-drafts', {
  section: 'blog',
  routes: sharedDraftRoutes,
  accountDeletion: ({ db }, { memberId }) => removeDraftCommentsOf(db, memberId),
  archive: sharedDraftsArchive,
})
