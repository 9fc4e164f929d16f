import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

/** Whether the caller follows a member, and how many followers that member has. */
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

/** Members cannot follow themselves. */
export const canFollow = (member: { id: number }, id: number): boolean => member.id !== id
export const notYourself = (): string => t('You cannot follow yourself.')

/** Returns the state to show until the server answers. */
export const guessFollow = (truth: FollowState, wish: boolean): FollowState => ({
  isFollowing: wish,
  followersCount: Math.max(0, truth.followersCount + Number(wish) - Number(truth.isFollowing)),
})
