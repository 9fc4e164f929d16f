import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import type { SitemapEntry } from '#kernel/sitemap.ts'
import { implement } from '#kernel/implement.ts'
import { element, type Xml, xmlDocument } from '#kernel/xml.ts'
import { listSitemapFiles } from './sitemap.store.ts'
import { getSitemap } from './sitemap.contract.ts'

/** Number of ids per file. An id can belong to a post, a profile, a sponsor page, a project, a recording, a tag, and a
 *  page at the same time; the first file also contains the lists. A file may have at most 50,000 URLs. Source:
 *  sitemaps.org */
export const idsPerFile = 7141
const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** Lists the pages that features contribute, with their last modification times, in one file or in several with an
 *  index. */
export const sitemapRoutes = [
  implement(getSitemap, async ({ ctx, query }) => {
    const pages = [...new Set([1, ...(await listSitemapFiles(ctx.db, partsOf(ctx), idsPerFile))])]
    if (query.page === undefined && pages.length > 1) return xmlAnswer(sitemapIndex(ctx, pages))
    const page = found(
      pages.find((one) => String(one) === (query.page ?? '1')),
      'Page',
    )
    return xmlAnswer(await sitemapFile(ctx, page))
  }),
]

const sitemapIndex = ({ siteUrl }: Context, pages: number[]): Xml =>
  element('sitemapindex', namespace, [
    pages.map((page) => element('sitemap', {}, [element('loc', {}, `${siteUrl}${getSitemap.path}?page=${page}`)])),
  ])

async function sitemapFile(ctx: Context, file: number): Promise<Xml> {
  const { db, siteUrl, siteSettings } = ctx
  const parts = partsOf(ctx)
  const urls: Xml[] = []
  const isThere = ({ section }: SitemapEntry) => siteSettings.isOn(section)
  const add = (entries: SitemapEntry[]) => entries.forEach((entry) => urls.push(urlElement(siteUrl, entry)))
  if (file === 1) for (const { lists } of parts) if (lists) add((await lists(ctx)).filter(isThere))
  for (const { entries } of parts) if (entries) add(await entries(db, (file - 1) * idsPerFile, file * idsPerFile))
  return element('urlset', namespace, urls)
}

/** Omits the sections that are off. */
const partsOf = ({ features, siteSettings }: Context) =>
  features.flatMap(({ section, sitemap }) => (sitemap && siteSettings.isOn(section) ? [sitemap] : []))

const urlElement = (siteUrl: string, { path, changedAt }: SitemapEntry): Xml =>
  element('url', {}, [element('loc', {}, siteUrl + path), changedAt && element('lastmod', {}, changedAt.toISOString())])

const xmlAnswer = (root: Xml): Response =>
  new Response(xmlDocument(root), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': publicUntilRemoved(60) },
  })
