import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getWebmentions } from './webmentions.contract.ts'
import { findPostTarget, listWebmentions } from './webmentions.store.ts'

export const webmentionRoutes = [
  implement(getWebmentions, async ({ params: { id }, query, ctx }) => {
    found(await findPostTarget(ctx.db, id), 'Post')
    return listWebmentions(ctx.db, id, query)
  }),
]
