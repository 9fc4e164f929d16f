import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { likePost, unlikePost, unlikePostByPost } from './likes.contract.ts'
import { like, unlike } from './likes.store.ts'

export const likeRoutes = [
  implement(likePost, async ({ params, member, ctx }) => found(await like(ctx.db, params.id, member.id), 'Post')),
  ...[unlikePost, unlikePostByPost].map((endpoint) =>
    implement(endpoint, async ({ params, member, ctx }) => found(await unlike(ctx.db, params.id, member.id), 'Post')),
  ),
]
