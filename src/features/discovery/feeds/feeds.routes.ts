import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { movedTo } from '#kernel/moved-to.ts'
import { found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { seriesAddress } from '#features/writing/series/series-addresses.contract.ts'
import { slugOf } from '#schemas/slugs.contract.ts'
import { tagNameOf } from '#schemas/tag-names.contract.ts'
import { tagPath } from '#schemas/tag-paths.contract.ts'
import { atom } from './atom.ts'
import { type Feed, feedItems, type FeedItem, feedPerson } from './feed.ts'
import {
  type FeedFolder,
  type FeedFormat,
  feedFormats,
  feedPath,
  formats,
  getFeed,
  getMemberFeed,
  getSeriesFeed,
  getTagFeed,
} from './feeds.contract.ts'
import {
  type FeedAuthor,
  findFeedAuthor,
  findFeedCategory,
  type FeedSeries,
  findFeedSeries,
  findFeedTag,
  listFeedLivestreams,
  listFeedPosts,
  maxItems,
} from './feeds.store.ts'
import { jsonFeed } from './json-feed.ts'
import { livestreamItem } from './livestream-items.ts'
import { rss } from './rss.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** The WebSub hub that notifies readers of changes; null if none is configured. */
    webSubHub: string | null
  }
}

const writers: Record<FeedFormat, (feed: Feed) => string> = { rss, atom, json: jsonFeed }

export const feedRoutes = [
  ...formats.map((format) => implement(getFeed('', format), ({ ctx, query }) => feedAnswer(ctx, '', format, query))),
  ...formats.map((format) =>
    implement(getFeed('/blog', format), ({ ctx, query }) => feedAnswer(ctx, '/blog', format, query)),
  ),
  ...formats.map((format) =>
    implement(getMemberFeed(format), ({ ctx, params, query }) => feedAnswer(ctx, '', format, { ...params, ...query })),
  ),
  ...formats.map((format) =>
    implement(getTagFeed(format), ({ ctx, params }) => feedAnswer(ctx, '', format, { tag: params.tag })),
  ),
  ...formats.map((format) =>
    implement(getSeriesFeed(format), ({ ctx, params }) => feedAnswer(ctx, '', format, { series: params.slug })),
  ),
]

interface Wanted {
  username?: string
  category?: string | undefined
  tag?: string
  series?: string
}

async function feedAnswer(ctx: Context, folder: FeedFolder, format: FeedFormat, wanted: Wanted): Promise<Response> {
  const { username, category: name, tag: tagName, series: slug } = wanted
  const author = username === undefined ? null : found(await findFeedAuthor(ctx.db, username), 'User')
  const category = name === undefined ? null : found(await findFeedCategory(ctx.db, name), 'Category')
  if (author && author.username !== username)
    return movedTo(ctx.siteUrl + feedPath(profileAddress.href({ username: author.username }), format, category?.name))
  const tag = tagName === undefined ? null : found(await findFeedTag(ctx.db, tagNameOf(tagName) ?? ''), 'Tag')
  if (tag && tag.name !== tagName) return movedTo(ctx.siteUrl + feedPath(tagPath(tag.name), format))
  const series = slug === undefined ? null : found(await findFeedSeries(ctx.db, slugOf(slug)), 'Series')
  if (series && series.slug !== slug) return movedTo(ctx.siteUrl + feedPath(seriesAddress.href(series), format))
  const feed = await feedOf(ctx, folder, format, { author, category, tag, series })
  const headers = {
    'content-type': `${feedFormats[format].mediaType}; charset=utf-8`,
    'cache-control': publicUntilRemoved(60),
    link: [...(feed.hubUrl ? [`<${feed.hubUrl}>; rel="hub"`] : []), `<${feed.selfUrl}>; rel="self"`].join(', '),
  }
  return new Response(writers[format](feed), { headers })
}

interface Part {
  author: FeedAuthor | null
  category: Category | null
  tag: { id: number; name: string } | null
  series: FeedSeries | null
}

async function feedOf(ctx: Context, folder: FeedFolder, format: FeedFormat, part: Part): Promise<Feed> {
  const { db, siteUrl, site, siteSettings, webSubHub } = ctx
  const { author, category, tag, series } = part
  const { description, language, timeZone } = siteSettings.now.settings
  const isWhole = folder === '' && !author && !category && !tag && !series
  const home = homeOf(part) ?? folder
  const posts = await listFeedPosts(db, {
    isLongForm: folder === '/blog' ? true : undefined,
    memberId: author?.id,
    categoryId: category?.id,
    tagId: tag?.id,
    seriesId: series?.id,
  })
  const hasStreams = siteSettings.isOn('live') && folder === '' && !category && !tag && !series
  const streams = hasStreams ? await listFeedLivestreams(db, ctx.clock.now(), author?.id) : []
  const streamItems = streams.map((stream) => livestreamItem(stream, { siteUrl, timeZone }))
  return {
    language,
    ...textsOf(site.name, folder, part),
    ...(isWhole && description && { description }),
    homeUrl: siteUrl + (home || '/'),
    selfUrl: siteUrl + feedPath(home, format, category?.name),
    hubUrl: webSubHub,
    ...facesOf(siteUrl, author),
    items: newest([...(await feedItems(ctx, posts)), ...streamItems]),
  }
}

/** Returns the path of the member's, series', or tag's page; null for the feeds of the whole site. */
function homeOf({ author, tag, series }: Part): string | null {
  if (author) return profileAddress.href({ username: author.username })
  if (series) return seriesAddress.href(series)
  return tag && tagPath(tag.name)
}

const newest = (items: FeedItem[]): FeedItem[] =>
  items.toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime()).slice(0, maxItems)

function facesOf(siteUrl: string, member: FeedAuthor | null) {
  const author = member && feedPerson(siteUrl, member)
  return {
    author,
    pictureUrl: author?.pictureUrl ?? `${siteUrl}/icon-512.png`,
    iconUrl: `${siteUrl}/icon-192.png`,
  }
}

function textsOf(siteName: string, folder: FeedFolder, { author, category, tag, series }: Part) {
  if (series) return { title: `${series.name} · ${siteName}`, description: `Articles in the series ${series.name}.` }
  const what = folder === '/blog' ? 'Articles' : 'Posts'
  const part = category ? ` in ${category.displayName}` : tag ? ` about ${tag.name}` : ''
  const name = author ? author.displayName : folder === '/blog' ? `${siteName} Blog` : siteName
  return {
    title: `${name}${category ? `: ${category.displayName}` : tag ? `: #${tag.name}` : ''}${author ? ` · ${siteName}` : ''}`,
    description: `${what}${part} by ${author ? `${author.displayName} on ${siteName}` : `the developers of ${siteName}`}.`,
  }
}
