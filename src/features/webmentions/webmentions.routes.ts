import { found } from '#kernel/errors.ts'
import { asAnyone, route } from '#kernel/http.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { WebmentionListQuery, webmentionsPath } from './webmentions.contract.ts'
import { findPostTarget, listWebmentions } from './webmentions.store.ts'

export const webmentionRoutes = [
  route(
    'GET',
    webmentionsPath(':id'),
    asAnyone(async ({ params, query, ctx }) => {
      const postId = IdText.parse(params.id)
      const wanted = WebmentionListQuery.parse(query)
      found(await findPostTarget(ctx.db, postId), 'Post')
      return listWebmentions(ctx.db, postId, wanted)
    }),
  ),
]
