import { type Db, inTransaction } from '#kernel/db.ts'
import type { Context, Member } from '#kernel/http.ts'
import { type RedirectPair } from '#features/admin/redirects/redirect-rules.contract.ts'
import { pathKey } from '#features/admin/redirects/redirect-paths.contract.ts'
import { rejectedRedirects } from '#features/admin/redirects/redirects.contract.ts'
import { redirectsImported } from '#features/admin/redirects/redirects.events.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import { type FeedFormat, feedPath } from '#features/discovery/feeds/feeds.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { blogAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { seriesAddress } from '#features/writing/series/series-addresses.contract.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { tagNameOf } from '#schemas/tag-names.contract.ts'
import { tagPath } from '#schemas/tag-paths.contract.ts'
import { categoryCalled } from './import-plan.ts'
import type { ImportReport } from './import-report.contract.ts'
import { type Import, listPendingPaths, listSeriesSlugs, listSlugs, listTagNames } from './imports.store.ts'
import type { ListTarget, SourceList, SourceSite } from './source-site.ts'

type Parts = Pick<Context, 'db' | 'emit' | 'siteUrl'>

/** Redirects the old addresses of imported posts and pages, and of the old site's lists. Only administrators can
 *  add redirects. Repeating it changes nothing. */
export async function redirectOldAddresses(
  { db, emit, siteUrl }: Parts,
  member: Member & { username: string },
  site: SourceSite,
  imports: ReadonlyMap<string, Import>,
  known: Category[],
  report: ImportReport,
): Promise<void> {
  const wanted = eachOnce([
    ...(await postRedirects(db, site, imports)),
    ...redirectsOf(site),
    ...(await listRedirects(db, member, site, known)),
  ])
  const pending = await pendingRedirects(db, member, imports)
  if (wanted.length + pending.length === 0) return
  if (member.role !== 'admin') {
    report.redirectsSkipped = wanted.length
    return
  }
  const rejected = new Map<RedirectPair, string>()
  const onRejected = (pair: RedirectPair, why: string) => void rejected.set(pair, why)
  await inTransaction(db, (db) => emit(db, redirectsImported, { pairs: wanted, onRejected }))
  report.redirects = wanted.length - rejected.size
  const invalid = rejectedOf(pending, siteUrl)
  report.redirectsPending = pending.length - invalid.length
  report.redirectsRejected = [...rejectedAmong(wanted, rejected), ...invalid]
}

/** In a dry run, reports the redirects that the import could not add. The new addresses of posts are not known yet. */
export function checkRedirects(siteUrl: string, member: Member, site: SourceSite, report: ImportReport): void {
  if (member.role !== 'admin') return
  const ofPosts = site.posts
    .filter(({ isDraft }) => !isDraft)
    .flatMap(({ key, addresses }) => pathsOf(addresses).map((from) => ({ key, from, to: anyPost })))
  report.redirectsRejected = rejectedOf(eachOnce([...ofPosts, ...redirectsOf(site)]), siteUrl)
}

/** A placeholder for the new address of a post that has none yet. Nothing redirects from it. */
const anyPost = '/'

/** A redirect, with the key of the post or the file that it comes from. */
interface Wanted extends RedirectPair {
  key: string
}

const rejectedAmong = (wanted: Wanted[], rejected: ReadonlyMap<RedirectPair, string>) =>
  wanted.flatMap((pair) => {
    const why = rejected.get(pair)
    return why === undefined ? [] : [{ ...pair, why }]
  })

const rejectedOf = (wanted: Wanted[], siteUrl: string) =>
  rejectedAmong(
    wanted,
    new Map(rejectedRedirects(wanted, siteUrl).map(({ pair, message }) => [pair, message] as const)),
  )

/** Returns the redirects for drafts, whose new addresses are not known yet. */
const pendingRedirects = async (db: Db, { id }: Member, imports: ReadonlyMap<string, Import>): Promise<Wanted[]> =>
  (await listPendingPaths(db, id, [...imports.keys()])).map(({ key, from }) => ({ key, from, to: anyPost }))

const redirectsOf = ({ redirects = [] }: SourceSite): Wanted[] =>
  redirects.map(({ file, from, to }) => ({ key: file, from, to }))

/** Keeps the first redirect for each path, unless its new address is the same path. */
const eachOnce = (pairs: Wanted[]): Wanted[] =>
  [...new Map(pairs.toReversed().map((pair) => [plain(pair.from), pair])).values()]
    .toReversed()
    .filter(({ from, to }) => plain(from) !== plain(to))

function plain(address: string): string {
  const [path = '', ...query] = address.split('?')
  return [pathKey(path), ...query].join('?')
}

async function postRedirects(db: Db, { posts }: SourceSite, imports: ReadonlyMap<string, Import>): Promise<Wanted[]> {
  const done = posts.flatMap(({ key, addresses }) => {
    const known = imports.get(key)
    return known?.isDone && known.draftKey === null ? [{ ...known, addresses }] : []
  })
  const slugs = new Map(
    (
      await listSlugs(
        db,
        done.map(({ postId }) => postId),
      )
    ).map(({ id, slug }) => [id, slug]),
  )
  return done.flatMap(({ key, postId, pageSlug, addresses }) => {
    if (pageSlug === null && !slugs.has(postId)) return [] // deleted since
    const to =
      pageSlug === null
        ? postPath({ id: postId, slug: slugs.get(postId) ?? null })
        : sitePageAddress.href({ slug: pageSlug })
    return pathsOf(addresses).map((from) => ({ key, from, to }))
  })
}

/** Returns the paths and queries of addresses on the old site, except its home page. */
export const pathsOf = (addresses: string[]): string[] =>
  addresses.flatMap((address) => {
    const url = URL.parse(address, 'https://source.invalid')
    return url && url.pathname + url.search !== '/' ? [url.pathname + url.search] : []
  })

const listOf = ({ to }: SourceList) => (typeof to === 'object' && 'feedOf' in to ? to.feedOf : to)

function tagsOf(list: SourceList): string[] {
  const to = listOf(list)
  return typeof to === 'object' && 'tag' in to ? [tagNameOf(to.tag) ?? ''] : []
}

function seriesOf(list: SourceList): string[] {
  const to = listOf(list)
  return typeof to === 'object' && 'series' in to ? [to.series] : []
}

/** Returns the format of a feed on the old site, judging by its address. */
const formatOf = (from: string): FeedFormat =>
  from.endsWith('.json') ? 'json' : /\batom\b/.test(from) ? 'atom' : 'rss'

async function listRedirects(
  db: Db,
  { username }: { username: string },
  { kind, lists = [] }: SourceSite,
  known: Category[],
): Promise<Wanted[]> {
  const [tags, series] = await Promise.all([
    listTagNames(db, lists.flatMap(tagsOf)),
    listSeriesSlugs(db, username, lists.flatMap(seriesOf)),
  ])
  function target({ from, to }: SourceList): string {
    if (to === 'home') return '/'
    if (to === 'feed') return feedPath(blogAddress.path, formatOf(from))
    if (to === 'posts') return blogAddress.href()
    if ('feedOf' in to) return feedOfList(to.feedOf, formatOf(from))
    if ('author' in to) return profileAddress.href({ username })
    if ('series' in to) {
      const slug = series.get(to.series.toLowerCase())
      return slug === undefined ? blogAddress.href() : seriesAddress.href({ slug })
    }
    const category = known.find(categoryCalled(to.tag))
    if (category) return `/?categoryId=${category.id}`
    const name = tagNameOf(to.tag)
    return name !== null && tags.has(name) ? tagPath(name) : blogAddress.href()
  }
  function feedOfList(list: Exclude<ListTarget, 'posts'>, format: FeedFormat): string {
    const category = 'tag' in list ? known.find(categoryCalled(list.tag)) : undefined
    if (category) return feedPath(blogAddress.path, format, category.name)
    return feedPath(target({ from: '', to: list }), format)
  }
  return lists.map((list) => ({ key: kind, from: list.from, to: target(list) }))
}
