import { AppError, found } from '#kernel/errors.ts'
import { type Call, asMember, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { canFollow, followPath, notYourself } from './follows.contract.ts'
import { follow, unfollow } from './follows.store.ts'

const limits = [perMember('follows', 120, 60)]

export const followRoutes = [
  route(
    'POST',
    followPath(':id'),
    asMember(async (call) => found(await follow(call.ctx.db, pairOf(call)), 'User')),
    { limits },
  ),
  route(
    'DELETE',
    followPath(':id'),
    asMember(async (call) => found(await unfollow(call.ctx.db, pairOf(call)), 'User')),
    { limits },
  ),
]

function pairOf({ params, member }: Call<Member>) {
  const followingId = IdText.parse(params.id)
  if (!canFollow(member, followingId)) throw new AppError('invalid_input', notYourself)
  return { followerId: member.id, followingId }
}
