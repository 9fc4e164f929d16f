import { feature } from '#kernel/feature.ts'
import { likesArchive } from './likes-archive.store.ts'
import { likeRoutes } from './likes.routes.ts'
import { removeLikesBy } from './likes.store.ts'
import { LikeState } from './likes.contract.ts'

export const likesFeature = feature('likes', {
  routes: likeRoutes,
  schemas: { LikeState },
  accountDeletion: ({ db }, { memberId }) => removeLikesBy(db, memberId),
  archive: likesArchive,
  demo: async () => (await import('./likes.demo.ts')).likesDemo,
})
