import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { beforeAll, describe, test } from 'vitest'
import { defaultSettings, type StoredSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { demoPassword } from '#features/people/profiles/profiles.demo.ts'
import { feedAsHome } from '#features/admin/site-settings/home-settings.contract.ts'
import { type EndpointFacts, isMedia } from '#kernel/endpoint.contract.ts'
import type { Route } from '#kernel/http.ts'
import { many, one } from '#kernel/db.ts'
import { matchPage, pages } from '#pages/pages.ts'
import { type Section, sections } from '#schemas/sections.contract.ts'
import { everyPage, type Named } from '#tests/support/every-page.ts'
import { openServedSite, type ServedSite, siteUrl } from '#tests/trust/setup/served-site.ts'
import { fillDemo } from './demo/fill-demo.ts'
import { routes } from './features.ts'

const nothingHere = 'There is nothing at this URL.'
const routesOf = (section: Section) => routes.filter((route) => route.section === section)
const pagesOf = (section: Section) => pages.filter((page) => page.section === section)

/** Members' texts may link to anything. Everything else that a page links to must exist. */
function linksIn(html: string): string[] {
  const links: string[] = []
  const open: boolean[] = []
  const parser = new Parser({
    onopentag(_, attributes) {
      const isText = open.at(-1) === true || 'data-html' in attributes
      open.push(isText)
      if (isText) return
      for (const name of ['href', 'src', 'action', 'content'] as const)
        if (attributes[name] !== undefined) links.push(attributes[name])
    },
    onclosetag: () => void open.pop(),
  })
  parser.end(html)
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  return [...links, ...[...data.matchAll(/"(http:\/\/devstead\.test[^"]*)"/g)].map(([, url]) => url!)]
}

/** Returns the section that a URL leads to; undefined for other sites and for what cannot be turned off.
 *  @param shortPosts the ids of all short posts */
function sectionOf(link: string, shortPosts: readonly number[]): Section | undefined {
  const url = URL.parse(link, siteUrl)
  if (!url || url.origin !== siteUrl) return undefined
  const post = /^\/post\/(\d+)(?=[/.]|$)/.exec(url.pathname)?.[1]
  if (post !== undefined && shortPosts.includes(Number(post))) return 'feed'
  const route = routes.find(({ method, path }) => method === 'GET' && patternOf(path).test(url.pathname))
  return matchPage(url.pathname)?.page.section ?? route?.section
}

/** Reports whether responses end only when the client disconnects. */
const isEndless = (endpoint: EndpointFacts | undefined): boolean =>
  endpoint !== undefined && isMedia(endpoint.answer) && endpoint.answer.mediaType === 'text/event-stream'

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`)

async function namedIn({ db }: ServedSite): Promise<Named> {
  return (await one<Named>(db)`select
    (select min(id) from posts where not is_long_form) as post, article.id as article, article.slug,
    (select min(slug) from series) as series,
    (select min(id) from projects) as project, (select min(id) from livestreams where is_public) as livestream,
    1 as recording, (select username from members where role = 'admin') as username,
    (select name from tags where post_count > 0 limit 1) as tag
    from (select id, slug from posts where is_long_form order by id limit 1) article`)!
}

describe('a site with content', () => {
  let site: ServedSite
  let token: string
  let named: Named
  let shortPosts: number[]

  beforeAll(async () => {
    const opened = await openServedSite()
    site = opened
    await fillDemo(site.ctx)
    named = await namedIn(site)
    const rows = await many<{ id: number }>(site.db)`select id from posts where not is_long_form`
    shortPosts = rows.map(({ id }) => id)
    const account = { email: `${named.username}@devstead.example`, password: demoPassword }
    const answer = await site.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: account })
    token = (JSON.parse(answer.text) as { access_token: string }).access_token
    return opened.end
  })

  async function turnOff(...sectionsOff: Section[]): Promise<void> {
    const { version } = JSON.parse((await site.ask('/api/admin/settings', { token })).text) as StoredSettings
    const home = { ...feedAsHome, kind: 'portfolio' as const }
    const body = { version, settings: { ...defaultSettings, home, sectionsOff } }
    const { status, text } = await site.ask('/api/admin/settings', { method: 'PUT', token, body })
    assert.equal(status, 200, text)
    // Posts are hidden immediately, but shown again by a job.
    while (sectionsOff.length === 0 && (await isApplying())) await sleep(20)
  }

  const isApplying = () => one(site.db)`
    select from graphile_worker.jobs where task_identifier = 'posts.apply-sections'`

  const pathOf = ({ path }: Pick<Route, 'path'>) =>
    path.replace(':username', named.username).replace(':slug', 'x').replaceAll(/:\w+/g, '1')

  /** Every screen of the site, and the first pages of each screen in the sitemap. */
  async function everyUrl(): Promise<string[]> {
    const { text } = await site.ask('/sitemap.xml')
    const listed = [...text.matchAll(/<loc>http:\/\/devstead\.test([^<]*)<\/loc>/g)].map(([, path]) => path!)
    const ofScreens = Map.groupBy(listed, (path) => matchPage(path)?.page)
    const first = [...ofScreens.values()].flatMap((paths) => paths.slice(0, 2))
    return [...new Set([...first, ...everyPage(named)])]
  }

  test.each(sections)('has neither pages, calls, nor links of the section “%s” while it is off', async (section) => {
    assert.ok(pagesOf(section).length > 0 && routesOf(section).length > 0)
    const isOfSection = (link: string) => sectionOf(link, shortPosts) === section
    await turnOff()
    const before = await everyUrl()
    assert.ok(before.some(isOfSection))
    for (const url of before) await site.ask(url) // fills the cache
    await turnOff(section)

    for (const route of routesOf(section)) {
      const { status, text } = await site.ask(pathOf(route), { method: route.method, token })
      assert.deepEqual([status, text.includes(nothingHere)], [404, true], `${route.method} ${route.path}: ${text}`)
    }
    for (const url of before) {
      const { status, text } = await site.ask(url)
      if (isOfSection(url)) assert.equal(status, 404, url)
      const wrong = linksIn(text).filter(isOfSection)
      assert.deepEqual([...new Set(wrong)], [], url)
    }
    const siteFeed = section === 'feed' ? '/blog/rss.xml' : '/rss.xml'
    for (const url of ['/sitemap.xml', siteFeed, `/profile/${named.username}/rss.xml`]) {
      const { text } = await site.ask(url)
      const links = [...text.matchAll(/<(?:loc|link|guid)[^>]*>([^<]+)</g)].map(([, link]) => link!)
      assert.ok(links.length > 0)
      assert.deepEqual(links.filter(isOfSection), [], url)
    }
    const page = before.find(isOfSection)!
    const oembed = await site.ask(`/oembed?url=${encodeURIComponent(siteUrl + page)}`)
    assert.equal(oembed.status, 404)
    const mention = { source: 'https://other.example/', target: siteUrl + page }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(mention).toString()
    assert.equal((await site.ask('/webmention', { method: 'POST', headers: form, body })).status, 400)
    const found = JSON.parse((await site.ask('/api/search?q=a*&limit=50')).text) as { results?: { kind: string }[] }
    assert.ok(!found.results?.some(({ kind }) => hiddenKind[section] === kind))

    await turnOff()
    assert.deepEqual((await everyUrl()).toSorted(), before.toSorted())
    for (const route of routesOf(section).filter(({ endpoint }) => !isEndless(endpoint))) {
      const { text } = await site.ask(pathOf(route), { method: route.method })
      assert.ok(!text.includes(nothingHere), `${route.method} ${route.path}`)
    }
  })
})

/** The kind of search results that belongs to a section. */
const hiddenKind: Partial<Record<Section, string>> = {
  feed: 'post',
  blog: 'article',
  projects: 'project',
  members: 'member',
}
