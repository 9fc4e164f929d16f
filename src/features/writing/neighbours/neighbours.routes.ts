import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getNeighbours } from './neighbours.contract.ts'
import { findNeighbours, isPostGone } from './neighbours.store.ts'

export const neighbourRoutes = [
  implement(getNeighbours, async ({ params: { id }, ctx }) => {
    const neighbours = await findNeighbours(ctx.db, id)
    if (!neighbours && (await isPostGone(ctx.db, id))) throw new AppError('gone', 'This post has been deleted.')
    return found(neighbours, 'Post')
  }),
]
