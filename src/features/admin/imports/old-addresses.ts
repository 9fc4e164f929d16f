import { type Db, inTransaction } from '#kernel/db.ts'
import type { Context, Member } from '#kernel/http.ts'
import { type RedirectPair } from '#features/admin/redirects/redirect-rules.contract.ts'
import { redirectsImported } from '#features/admin/redirects/redirects.events.ts'
import type { Category } from '#features/writing/categories/categories.contract.ts'
import { feedPath } from '#features/discovery/feeds/feeds.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { blogAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { seriesAddress } from '#features/writing/series/series-addresses.contract.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { tagNameOf, tagPath } from '#schemas/tag-names.contract.ts'
import { categoryCalled } from './import-plan.ts'
import type { ImportReport } from './import-report.contract.ts'
import { type Import, listSeriesSlugs, listSlugs, listTagNames } from './imports.store.ts'
import type { SourceList, SourceSite } from './source-site.ts'

type Parts = Pick<Context, 'db' | 'emit'>

/** Redirects the old addresses of imported posts and pages, and of the lists of the old site. Only administrators can
 *  add redirects. Repeating it changes nothing. */
export async function redirectOldAddresses(
  { db, emit }: Parts,
  member: Member & { username: string },
  site: SourceSite,
  imports: ReadonlyMap<string, Import>,
  known: Category[],
  report: ImportReport,
): Promise<void> {
  const pairs = [
    ...(await postRedirects(db, site, imports)),
    ...(site.redirects ?? []),
    ...(await listRedirects(db, member, site.lists ?? [], known)),
  ]
  const wanted = [...new Map(pairs.toReversed().map((pair) => [plain(pair.from), pair])).values()].toReversed()
  if (wanted.length === 0) return
  if (member.role !== 'admin') {
    report.redirectsSkipped = wanted.length
    return
  }
  await inTransaction(db, (db) => emit(db, redirectsImported, wanted))
  report.redirects = wanted.length
}

/** Pairs of one path, of which the first one applies. */
const plain = (from: string): string => from.toLowerCase().replace(/(?<=.)\/$/, '')

async function postRedirects(
  db: Db,
  { posts }: SourceSite,
  imports: ReadonlyMap<string, Import>,
): Promise<RedirectPair[]> {
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
  return done.flatMap(({ postId, pageSlug, addresses }) => {
    if (pageSlug === null && !slugs.has(postId)) return [] // deleted since
    const to =
      pageSlug === null
        ? postPath({ id: postId, slug: slugs.get(postId) ?? null })
        : sitePageAddress.href({ slug: pageSlug })
    return addresses.flatMap((address) => {
      const from = pathOf(address)
      return from === null || plain(from) === plain(to) ? [] : [{ from, to }]
    })
  })
}

/** Returns the path and query of an address of the old site; null for its home page. */
function pathOf(address: string): string | null {
  const url = URL.parse(address, 'https://source.invalid')
  const path = url ? url.pathname + url.search : null
  return path === '/' ? null : path
}

const tagsOf = ({ to }: SourceList) => (typeof to === 'object' && 'tag' in to ? [tagNameOf(to.tag) ?? ''] : [])
const seriesOf = ({ to }: SourceList) => (typeof to === 'object' && 'series' in to ? [to.series] : [])

async function listRedirects(
  db: Db,
  { username }: { username: string },
  lists: SourceList[],
  known: Category[],
): Promise<RedirectPair[]> {
  const [tags, series] = await Promise.all([
    listTagNames(db, lists.flatMap(tagsOf)),
    listSeriesSlugs(db, username, lists.flatMap(seriesOf)),
  ])
  function target({ to }: SourceList): string {
    if (to === 'home') return '/'
    if (to === 'feed') return feedPath('/blog', 'rss')
    if (to === 'posts') return blogAddress.href()
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
  return lists.map((list) => ({ from: list.from, to: target(list) }))
}
