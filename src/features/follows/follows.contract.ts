import * as z from 'zod/mini'
import { userPath } from '#features/profiles/profiles.contract.ts'

/** How one member stands to another. `followersCount` is that of the one who is followed. */
export const FollowState = z.object({ isFollowing: z.boolean(), followersCount: z.int().check(z.gte(0)) })
export type FollowState = z.infer<typeof FollowState>

export const followPath = (id: number | ':id') => `${userPath(id)}/follow` as const

/** Nobody follows themselves. */
export const canFollow = (member: { id: number }, id: number): boolean => member.id !== id
export const notYourself = 'You cannot follow yourself.'

/** What to show while the server has not answered: `truth` moved by one towards `wish`. */
export const guessFollow = (truth: FollowState, wish: boolean): FollowState => ({
  isFollowing: wish,
  followersCount: Math.max(0, truth.followersCount + Number(wish) - Number(truth.isFollowing)),
})
