import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { AppError } from '#kernel/errors.ts'
import { asAnyone, route } from '#kernel/http.ts'
import { avatarPath, AvatarQuery } from './avatars.contract.ts'
import { isForeignAvatar } from './avatars.store.ts'

/** Pictures of other sites are shown through the image proxy, and only those that a member has: it is open to nobody else. */
export const avatarRoutes = [
  route(
    'GET',
    avatarPath,
    asAnyone(async ({ query, ctx }) => {
      const { url } = AvatarQuery.parse(query)
      if (!(await isForeignAvatar(ctx.db, url))) throw new AppError('not_found', 'Nobody has this picture.')
      const place = ctx.storage.placeOf(url)
      const location = place ? ctx.storage.addressOf(place) : `${ctx.imageProxy.addressOf(url)}?width=480`
      return new Response(null, { status: 302, headers: { location, 'cache-control': publicUntilRemoved(3600) } })
    }),
  ),
]
