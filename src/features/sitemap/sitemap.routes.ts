import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { found } from '#kernel/errors.ts'
import { asAnyone, type Context, route } from '#kernel/http.ts'
import { element, type Xml, xmlDocument } from '#kernel/xml.ts'
import { permalink, profileFolder } from '#features/feeds/feeds.contract.ts'
import { recordingHref } from '#features/livestreams/recordings.contract.ts'
import { projectHref } from '#features/projects/projects.contract.ts'
import {
  lastChanges,
  listSitemapMembers,
  listSitemapPages,
  listSitemapPosts,
  listSitemapProjects,
  listSitemapRecordings,
} from './sitemap.store.ts'

/** Ids in one file, each of a post, of a member with two pages, of a project and of a recording: at most 50,000 addresses may
 *  be in it, and five are those of the lists. Source: sitemaps.org */
export const idsPerPage = 9999
const namespace = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

/** The lists' addresses, and every post's, member's, project's and recording's with its last change: in one file, or past its
 *  limit in several with an index of them. */
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
    { kept: ['page'], changesWith: ['posts', 'members', 'projects', 'livestreams'] },
  ),
]

const sitemapIndex = ({ siteUrl }: Context, pages: number[]): Xml =>
  element('sitemapindex', namespace, [
    pages.map((page) => element('sitemap', {}, [element('loc', {}, `${siteUrl}/sitemap.xml?page=${page}`)])),
  ])

async function sitemapPage({ db, siteUrl }: Context, page: number): Promise<Xml> {
  const stretch = [(page - 1) * idsPerPage, page * idsPerPage] as const
  const posts = await listSitemapPosts(db, ...stretch)
  const members = await listSitemapMembers(db, ...stretch)
  const projects = await listSitemapProjects(db, ...stretch)
  const recordings = await listSitemapRecordings(db, ...stretch)
  return element('urlset', namespace, [
    ...(page === 1 ? await lists(db, siteUrl) : []),
    ...posts.map(({ id, updatedAt }) => address(permalink(siteUrl, id), updatedAt)),
    ...members.map(({ username, wroteAt }) => address(siteUrl + profileFolder(username), wroteAt)),
    ...members.flatMap(({ username, isSponsorable }) =>
      isSponsorable ? [address(`${siteUrl}/sponsor/${username}`, null)] : [],
    ),
    ...projects.map(({ id, updatedAt }) => address(siteUrl + projectHref(id), updatedAt)),
    ...recordings.map((recording) => address(siteUrl + recordingHref(recording), recording.startedAt)),
  ])
}

/** The pages that list posts change with what they list; when somebody joined or moved, a project went or a stream
 *  began is not known. */
async function lists(db: Context['db'], siteUrl: string): Promise<Xml[]> {
  const { all, articles } = await lastChanges(db)
  const others = ['/members', '/projects', '/livestream'].map((path) => address(siteUrl + path, null))
  return [address(`${siteUrl}/`, all), address(`${siteUrl}/blog`, articles), ...others]
}

const address = (loc: string, lastChange: Date | null): Xml =>
  element('url', {}, [element('loc', {}, loc), lastChange && element('lastmod', {}, lastChange.toISOString())])

const xmlAnswer = (root: Xml): Response =>
  new Response(xmlDocument(root), {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': publicUntilRemoved(60) },
  })
