import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Context, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { canPinPost, notYoursToPin, pinPost, tooManyPins, unpinPost } from './pins.contract.ts'
import { findAuthorId, pin, unpin } from './pins.store.ts'

export const pinRoutes = [
  implement(pinPost, async ({ ctx, params: { id }, member }) => {
    await allowAuthor(ctx, id, member)
    if (!(await pin(ctx.db, id, member.id))) throw new AppError('conflict', tooManyPins())
    return { isPinned: true }
  }),
  implement(unpinPost, async ({ ctx, params: { id }, member }) => {
    await allowAuthor(ctx, id, member)
    await unpin(ctx.db, id)
    return { isPinned: false }
  }),
]

async function allowAuthor({ db }: Context, postId: number, member: Member): Promise<void> {
  allowed(canPinPost(member, found(await findAuthorId(db, postId), 'Post')), notYoursToPin())
}
