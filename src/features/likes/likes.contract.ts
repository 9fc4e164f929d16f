import * as z from 'zod/mini'

/** One reader's view of a post's likes. `likeCount` counts distinct members. Source: spec §3, Post. */
export const LikeState = z.object({ isLiked: z.boolean(), likeCount: z.int().check(z.gte(0)) })
export type LikeState = z.infer<typeof LikeState>

export const likePath = (postId: number | ':id') => `/api/posts/${postId}/like` as const
/** The second spelling of taking a like back. Source: spec §7. */
export const unlikePath = (postId: number | ':id') => `/api/posts/${postId}/unlike` as const

/** What to show while the server has not answered: `truth` moved by one towards `wish`. */
export const guess = (truth: LikeState, wish: boolean): LikeState => ({
  isLiked: wish,
  likeCount: Math.max(0, truth.likeCount + Number(wish) - Number(truth.isLiked)),
})
