import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { AppError, found } from '#kernel/errors.ts'
import { hasEtag } from '#kernel/etag.ts'
import type { Call, Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { type Card, getLivestreamCard, getPostCard, getProfileCard, getSiteCard } from './cards.contract.ts'
import type { Cards } from './cards.ts'
import { findLivestreamCard, findPostCard, findProfileCard, wasDeleted } from './cards.store.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    cards: Cards
  }
}

/** The `v` that pages add to these URLs is for caches elsewhere; the server ignores it. */
export const cardRoutes = [
  implement(getPostCard, async (call) => {
    const { db } = call.ctx
    const { id } = call.params
    const card = await findPostCard(db, id)
    if (!card && (await wasDeleted(db, id))) throw new AppError('gone', 'This post has been deleted.')
    return cardResponse(found(card, 'Post'), call)
  }),
  implement(getProfileCard, async (call) =>
    cardResponse(found(await findProfileCard(call.ctx.db, call.params.username), 'User'), call),
  ),
  implement(getLivestreamCard, async (call) =>
    cardResponse(found(await findLivestreamCard(call.ctx.db, call.params.id), 'Livestream'), call),
  ),
  implement(getSiteCard, (call) => cardResponse({ kind: 'site' }, call)),
]

async function cardResponse(
  card: Card,
  { ctx, request, ip }: Pick<Call<Member | null>, 'ctx' | 'request' | 'ip'>,
): Promise<Response> {
  const { png, etag } = await ctx.cards.get(card, ip)
  const isKnown = hasEtag(request.headers.get('if-none-match'), etag)
  const headers = { ...cardHeaders, etag }
  if (isKnown) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(png), { headers: { ...headers, 'content-length': String(png.length) } })
}

/** For other sites. Clients that ignore `v` may show an old image for at most a day. */
const cardHeaders = {
  'content-type': 'image/png',
  'cache-control': publicUntilRemoved(86_400),
  'cross-origin-resource-policy': 'cross-origin',
}
