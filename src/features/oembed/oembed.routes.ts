import { AppError, found } from '#kernel/errors.ts'
import { escapeHtml } from '#kernel/html.ts'
import { asAnyone, type Context, route } from '#kernel/http.ts'
import { cardSize, cutText, postCard } from '#features/cards/cards.contract.ts'
import { permalink, profileFolder } from '#features/feeds/feeds.contract.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { isDeparted } from '#features/profiles/departed.contract.ts'
import { oembedPath, OembedQuery } from './oembed.contract.ts'
import { type EmbeddedPost, findEmbeddedPost } from './oembed.store.ts'

/** How other sites show a post inside of theirs: a quotation that leads here. Source: oembed.com */
export const oembedRoutes = [
  route(
    'GET',
    oembedPath,
    asAnyone(async ({ ctx, query }) => {
      const asked = OembedQuery.parse(query)
      if (asked.format !== 'json') throw new AppError('not_implemented', 'Answers are JSON only.')
      const id = found(postIdIn(asked.url, ctx.siteUrl), 'Post')
      const post = found(await findEmbeddedPost(ctx.db, id), 'Post')
      return Response.json(embedOf(post, ctx, asked), { headers })
    }),
  ),
]

/** Pages elsewhere may ask by script: nothing here is for one reader alone. */
const headers = {
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Which post the address is of, by either scheme; null for any other address. */
function postIdIn(address: string, siteUrl: string): number | null {
  const url = URL.parse(address)
  const isOurs = url?.host === new URL(siteUrl).host && /^https?:$/.test(url.protocol)
  const [, id] = (isOurs && /^\/post\/(\d+)\/?$/.exec(url.pathname)) || []
  return IdText.safeParse(id).data ?? null
}

/** Pixels. */
const size = { width: 600, height: 240 }
const cacheSeconds = 86_400

function embedOf(post: EmbeddedPost, { siteUrl, site }: Context, { maxwidth, maxheight }: OembedQuery) {
  const [width, height] = [maxwidth ?? Infinity, maxheight ?? Infinity]
  const card = postCard({ ...post, updatedAt: post.updatedAt.toISOString() }, site.name)
  const thumbnail = {
    thumbnail_url: siteUrl + card.path,
    thumbnail_width: cardSize.width,
    thumbnail_height: cardSize.height,
  }
  return {
    version: '1.0',
    type: 'rich',
    title: post.title ?? cutText(post.excerpt, 100),
    author_name: post.user.displayName,
    ...(!isDeparted(post.user) && { author_url: siteUrl + profileFolder(post.user.username) }),
    provider_name: site.name,
    provider_url: `${siteUrl}/`,
    cache_age: cacheSeconds,
    html: quotation(post, siteUrl),
    width: Math.min(size.width, width),
    height: Math.min(size.height, height),
    ...(cardSize.width <= width && cardSize.height <= height && thumbnail),
  }
}

function quotation({ id, title, excerpt, createdAt, user }: EmbeddedPost, siteUrl: string): string {
  const url = escapeHtml(permalink(siteUrl, id))
  const heading = title === null ? '' : `<p><strong><a href="${url}">${escapeHtml(title)}</a></strong></p>`
  const author = authorLink(user, siteUrl)
  const date = `<a href="${url}"><time datetime="${createdAt.toISOString()}">${dateText.format(createdAt)}</time></a>`
  return `<blockquote cite="${url}">${heading}<p>${escapeHtml(excerpt)}</p><footer>${author}, ${date}</footer></blockquote>`
}

function authorLink({ username, displayName }: EmbeddedPost['user'], siteUrl: string): string {
  const name = escapeHtml(displayName)
  if (isDeparted({ username })) return name
  return `<a href="${escapeHtml(siteUrl + profileFolder(username))}">${name}</a>`
}

const dateText = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
