import { AppError, found } from '#kernel/errors.ts'
import { allowed, asMember, type Call, type Member, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { canPinPost, notYoursToPin, type PinState, pinPath, tooManyPins } from './pins.contract.ts'
import { findAuthorId, pinPost, unpinPost } from './pins.store.ts'

const limits = [perMember('pins', 60, 600)]

export const pinRoutes = [
  route(
    'PUT',
    pinPath(':id'),
    asMember(async (call): Promise<PinState> => {
      const { ctx, member } = call
      if (!(await pinPost(ctx.db, await ownPostId(call), member.id))) throw new AppError('conflict', tooManyPins)
      await ctx.announce('posts')
      return { isPinned: true }
    }),
    { limits },
  ),
  route(
    'DELETE',
    pinPath(':id'),
    asMember(async (call): Promise<PinState> => {
      await unpinPost(call.ctx.db, await ownPostId(call))
      await call.ctx.announce('posts')
      return { isPinned: false }
    }),
    { limits },
  ),
]

async function ownPostId({ ctx, params, member }: Call<Member>): Promise<number> {
  const id = IdText.parse(params.id)
  allowed(canPinPost(member, found(await findAuthorId(ctx.db, id), 'Post')), notYoursToPin)
  return id
}
