import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

/** One reader's view of a post's likes. `likeCount` counts distinct members. Source: docs/product.md, Data. */
export const LikeState = z.object({ isLiked: z.boolean(), likeCount: z.int().check(z.gte(0)) })
export type LikeState = z.infer<typeof LikeState>

const ofPost = {
  access: 'member',
  params: { id: IdText },
  answer: LikeState,
  limits: [perMember('likes', 120, 60)],
} as const

export const likePost = endpoint('POST /api/posts/:id/like', { summary: 'Like a post', ...ofPost })
export const unlikePost = endpoint('DELETE /api/posts/:id/like', { summary: 'Unlike a post', ...ofPost })
/** The same as `unlikePost`. Source: docs/product.md, Calls. */
export const unlikePostByPost = endpoint('POST /api/posts/:id/unlike', { summary: 'Unlike a post', ...ofPost })

/** Returns the state to show until the server responds: `truth` adjusted by one. */
export const guess = (truth: LikeState, wish: boolean): LikeState => ({
  isLiked: wish,
  likeCount: Math.max(0, truth.likeCount + Number(wish) - Number(truth.isLiked)),
})
