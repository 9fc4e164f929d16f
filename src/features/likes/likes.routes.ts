import { found } from '#kernel/errors.ts'
import { asMember, route } from '#kernel/http.ts'
import { perMember } from '#kernel/limits.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { likePath, unlikePath } from './likes.contract.ts'
import { like, unlike } from './likes.store.ts'

const limits = [perMember('likes', 120, 60)]

const likeIt = asMember(async ({ params, member, ctx }) =>
  found(await like(ctx.db, IdText.parse(params.id), member.id), 'Post'),
)
const unlikeIt = asMember(async ({ params, member, ctx }) =>
  found(await unlike(ctx.db, IdText.parse(params.id), member.id), 'Post'),
)

export const likeRoutes = [
  route('POST', likePath(':id'), likeIt, { limits }),
  route('DELETE', likePath(':id'), unlikeIt, { limits }),
  route('POST', unlikePath(':id'), unlikeIt, { limits }),
]
