import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

/** How one member stands to another. `followersCount` is that of the one who is followed. */
export const FollowState = z.object({ isFollowing: z.boolean(), followersCount: z.int().check(z.gte(0)) })
export type FollowState = z.infer<typeof FollowState>

const ofMember = {
  access: 'member',
  params: { id: IdText },
  answer: FollowState,
  limits: [perMember('follows', 120, 60)],
} as const

export const followMember = endpoint('POST /api/users/:id/follow', { summary: 'Follow a member', ...ofMember })
export const unfollowMember = endpoint('DELETE /api/users/:id/follow', {
  summary: 'Unfollow a member',
  ...ofMember,
})

/** Nobody follows themselves. */
export const canFollow = (member: { id: number }, id: number): boolean => member.id !== id
export const notYourself = 'You cannot follow yourself.'

/** What to show while the server has not answered: `truth` moved by one towards `wish`. */
export const guessFollow = (truth: FollowState, wish: boolean): FollowState => ({
  isFollowing: wish,
  followersCount: Math.max(0, truth.followersCount + Number(wish) - Number(truth.isFollowing)),
})
