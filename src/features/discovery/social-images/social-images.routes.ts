import { t } from '#messages/messages.ts'
import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { AppError, found } from '#kernel/errors.ts'
import { hasEtag } from '#kernel/etag.ts'
import type { Call, Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import {
  type SocialImage,
  getLivestreamImage,
  getPostImage,
  getProfileImage,
  getSiteImage,
} from './social-images.contract.ts'
import type { SocialImages } from './social-images.ts'
import { findLivestreamImage, findPostImage, findProfileImage, wasDeleted } from './social-images.store.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    socialImages: SocialImages
  }
}

/** The `v` parameter that pages add to these URLs is for external caches; the server ignores it. */
export const socialImageRoutes = [
  implement(getPostImage, async (call) => {
    const { db } = call.ctx
    const { id } = call.params
    const image = await findPostImage(db, id)
    if (!image && (await wasDeleted(db, id))) throw new AppError('gone', t('This post has been deleted.'))
    return imageResponse(found(image, 'Post'), call)
  }),
  implement(getProfileImage, async (call) =>
    imageResponse(found(await findProfileImage(call.ctx.db, call.params.username), 'User'), call),
  ),
  implement(getLivestreamImage, async (call) =>
    imageResponse(found(await findLivestreamImage(call.ctx.db, call.params.id), 'Livestream'), call),
  ),
  implement(getSiteImage, (call) => imageResponse({ kind: 'site' }, call)),
]

async function imageResponse(
  image: SocialImage,
  { ctx, request, ip }: Pick<Call<Member | null>, 'ctx' | 'request' | 'ip'>,
): Promise<Response> {
  const { png, etag } = await ctx.socialImages.get(image, ip)
  const isKnown = hasEtag(request.headers.get('if-none-match'), etag)
  const headers = { ...imageHeaders, etag }
  if (isKnown) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(png), { headers: { ...headers, 'content-length': String(png.length) } })
}

/** For other sites. Clients that ignore `v` may show an outdated image for up to one day. */
const imageHeaders = {
  'content-type': 'image/png',
  'cache-control': publicUntilRemoved(86_400),
  'cross-origin-resource-policy': 'cross-origin',
}
