import { AppError, found } from '#kernel/errors.ts'
import type { Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { canFollow, followMember, notYourself, unfollowMember } from './follows.contract.ts'
import { follow, unfollow } from './follows.store.ts'

export const followRoutes = [
  implement(followMember, async ({ ctx, params, member }) =>
    found(await follow(ctx.db, pairOf(member, params.id)), 'User'),
  ),
  implement(unfollowMember, async ({ ctx, params, member }) =>
    found(await unfollow(ctx.db, pairOf(member, params.id)), 'User'),
  ),
]

function pairOf(member: Member, followingId: number) {
  if (!canFollow(member, followingId)) throw new AppError('invalid_input', notYourself())
  return { followerId: member.id, followingId }
}
