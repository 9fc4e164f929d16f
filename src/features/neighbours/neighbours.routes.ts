import { AppError, found } from '#kernel/errors.ts'
import { asAnyone, route } from '#kernel/http.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { neighboursPath } from './neighbours.contract.ts'
import { findNeighbours, isPostGone } from './neighbours.store.ts'

export const neighbourRoutes = [
  route(
    'GET',
    neighboursPath(':id'),
    asAnyone(async ({ params, ctx }) => {
      const postId = IdText.parse(params.id)
      const neighbours = await findNeighbours(ctx.db, postId)
      if (!neighbours && (await isPostGone(ctx.db, postId))) throw new AppError('gone', 'This post has been deleted.')
      return found(neighbours, 'Post')
    }),
  ),
]
