import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { AppError, found } from '#kernel/errors.ts'
import { hasEtag } from '#kernel/etag.ts'
import { asAnyone, type Call, type Context, type Member, route } from '#kernel/http.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { type Card, livestreamCardPath, postCardPath, profileCardPath, siteCardPath } from './cards.contract.ts'
import type { Cards } from './cards.ts'
import { findLivestreamCard, findPostCard, findProfileCard, wasDeleted } from './cards.store.ts'

declare module '#kernel/http.ts' {
  interface Context {
    cards: Cards
  }
}

/** What comes after `?` is for caches elsewhere: here it means nothing. */
export const cardRoutes = [
  cardRoute(postCardPath(':id'), async ({ db }, params) => {
    const id = found(IdText.safeParse(fileName(params)).data, 'Post')
    const card = await findPostCard(db, id)
    if (!card && (await wasDeleted(db, id))) throw new AppError('gone', 'This post has been deleted.')
    return found(card, 'Post')
  }),
  cardRoute(profileCardPath(':username'), async ({ db }, params) =>
    found(await findProfileCard(db, fileName(params)), 'User'),
  ),
  cardRoute(livestreamCardPath(':id'), async ({ db }, params) => {
    const id = found(IdText.safeParse(fileName(params)).data, 'Livestream')
    return found(await findLivestreamCard(db, id), 'Livestream')
  }),
  cardRoute(siteCardPath, async () => ({ kind: 'site' })),
]

/** `:id.png` is one parameter to the router. */
const fileName = (params: Record<string, string>) => Object.values(params)[0]!.replace(/\.png$/, '')

function cardRoute(path: string, find: (ctx: Context, params: Record<string, string>) => Promise<Card>) {
  const answer = async ({ ctx, params, request, ip }: Call<Member | null>) => {
    const { png, etag } = await ctx.cards.get(await find(ctx, params), ip)
    const isKnown = hasEtag(request.headers.get('if-none-match'), etag)
    const headers = { ...cardHeaders, etag }
    if (isKnown) return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(png), { headers: { ...headers, 'content-length': String(png.length) } })
  }
  return route('GET', path, asAnyone(answer))
}

/** For other sites. Clients that ignore `v` may show an old image for at most a day. */
const cardHeaders = {
  'content-type': 'image/png',
  'cache-control': publicUntilRemoved(86_400),
  'cross-origin-resource-policy': 'cross-origin',
}
