import { feature } from '#kernel/feature.ts'
import { followsArchive } from './follows-archive.store.ts'
import { followRoutes } from './follows.routes.ts'
import { removeFollowsOf } from './follows.store.ts'
import { FollowState } from './follows.contract.ts'

export const followsFeature = feature('follows', {
  routes: followRoutes,
  schemas: { FollowState },
  accountDeletion: ({ db }, { memberId }) => removeFollowsOf(db, memberId),
  archive: followsArchive,
  notInArchive: { follow_counts: 'derived from the follows' },
  demo: async () => (await import('./follows.demo.ts')).followsDemo,
})
