import { found } from '#kernel/errors.ts'
import { asAnyone, type Context, route } from '#kernel/http.ts'
import { element, type Xml, xmlDocument } from '#kernel/xml.ts'
import { permalink } from '#features/feeds/feeds.contract.ts'
import { lastChanges, listSitemapPages, listSitemapPosts } from './sitemap.store.ts'

/** Ids in one file: at most 50,000 addresses may be in it, and two are those of the lists. Source: sitemaps.org */
export const idsPerPage = 49_998
const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** The lists' addresses, and every post's with its last change: in one file, or past its limit in several with an index of them. */
export const sitemapRoutes = [
  route(
    'GET',
    '/sitemap.xml',
    asAnyone(async ({ ctx, query }) => {
      const pages = [...new Set([1, ...(await listSitemapPages(ctx.db, idsPerPage))])]
      if (query.page === undefined && pages.length > 1) return xmlAnswer(sitemapIndex(ctx, pages))
      const page = found(
        pages.find((one) => String(one) === (query.page ?? '1')),
        'Page',
      )
      return xmlAnswer(await sitemapPage(ctx, page))
    }),
    { kept: ['page'], changesWith: ['posts'] },
  ),
]

const sitemapIndex = ({ siteUrl }: Context, pages: number[]): Xml =>
  element('sitemapindex', namespace, [
    pages.map((page) => element('sitemap', {}, [element('loc', {}, `${siteUrl}/sitemap.xml?page=${page}`)])),
  ])

async function sitemapPage({ db, siteUrl }: Context, page: number): Promise<Xml> {
  const posts = await listSitemapPosts(db, (page - 1) * idsPerPage, page * idsPerPage)
  return element('urlset', namespace, [
    ...(page === 1 ? await lists(db, siteUrl) : []),
    ...posts.map(({ id, updatedAt }) => address(permalink(siteUrl, id), updatedAt)),
  ])
}

/** The pages that list posts change with what they list. */
async function lists(db: Context['db'], siteUrl: string): Promise<Xml[]> {
  const { all, articles } = await lastChanges(db)
  return [address(`${siteUrl}/`, all), address(`${siteUrl}/blog`, articles)]
}

const address = (loc: string, lastChange: Date | null): Xml =>
  element('url', {}, [element('loc', {}, loc), lastChange && element('lastmod', {}, lastChange.toISOString())])

const xmlAnswer = (root: Xml): Response =>
  new Response(xmlDocument(root), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=60' },
  })
