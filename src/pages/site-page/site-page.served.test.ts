import assert from 'node:assert/strict'
import { DomUtils, parseDocument } from 'htmlparser2'
import { mf2 } from 'microformats-parser'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import {
  createPage,
  type PageInput,
  type SitePage,
  updatePage,
} from '#features/writing/site-pages/site-pages.contract.ts'
import { htmlFaults } from '#tests/support/html.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

const now: PageInput = {
  slug: 'now',
  title: 'What I’m doing now',
  content: 'Reading about **looms**.\n\n## Work\n\nAn engine.',
  isInNavigation: true,
  isPublished: true,
}

async function site() {
  const served = await servedSite({ SITE_NAME: 'Our Site' })
  const token = await served.register('ada')
  const send = async (method: string, path: string, body: object) => {
    const answer = await served.ask(path, { method, token, body })
    assert.ok(answer.status < 300, answer.text)
    return JSON.parse(answer.text) as SitePage
  }
  const add = (part: Partial<PageInput> = {}) => send('POST', createPage.path, { ...now, ...part })
  const save = (page: SitePage, part: Partial<PageInput>) =>
    send('PUT', updatePage.href({ id: page.id }), { ...page, ...part })
  return { ...served, token, add, save }
}

const linksIn = (html: string, label: string) => {
  const navigation = DomUtils.find(
    (node) => 'attribs' in node && node.name === 'nav' && node.attribs['aria-label'] === label,
    parseDocument(html).children,
    true,
    1,
  )
  return DomUtils.getElementsByTagName('a', navigation).map((link) => [
    link.attribs['href'],
    DomUtils.textContent(link),
  ])
}

test('serves a page with its metadata, and links to it in every page’s navigation', async () => {
  const t = await site()
  await t.add()
  const { status, text } = await t.ask('/now')
  assert.equal(status, 200)
  assert.deepEqual(await htmlFaults(text), [])
  assert.match(text, /<title>What I’m doing now · Our Site<\/title>/)
  assert.match(text, /<meta name="description" content="Reading about looms\. Work An engine\.">/)
  assert.ok(text.includes(`<link rel="canonical" href="${siteUrl}/now">`))
  assert.match(text, /"@type":"WebPage","@id":"http:\/\/devstead\.test\/now".*"name":"What I’m doing now"/)
  const [entry] = mf2(text, { baseUrl: `${siteUrl}/now` }).items
  assert.deepEqual(entry?.type, ['h-entry'])
  assert.deepEqual([entry.properties['name'], entry.properties['url']], [['What I’m doing now'], [`${siteUrl}/now`]])
  assert.equal(entry.properties['published'], undefined)
  for (const path of ['/now', '/', '/blog', '/nowhere'])
    assert.deepEqual(linksIn((await t.ask(path)).text, 'Site pages'), [['/now', 'What I’m doing now']], path)
  assert.match((await t.ask('/sitemap.xml')).text, /<loc>http:\/\/devstead\.test\/now<\/loc>/)
})

test('serves a page at its canonical URL for every spelling, including nested pages', async () => {
  const t = await site()
  await t.add({ slug: 'talks/2024' })
  for (const path of ['/talks/2024', '/Talks/2024/', '/talks/2024?utm_source=x']) {
    const { status, text } = await t.ask(path)
    assert.equal(status, 200, path)
    assert.ok(text.includes(`<link rel="canonical" href="${siteUrl}/talks/2024">`), path)
  }
  assert.equal((await t.ask('/talks')).status, 404)
})

test('redirects a former URL, and returns 404 once the page is unpublished', async () => {
  const t = await site()
  const renamed = await t.save(await t.add(), { slug: 'today' })
  const { status, headers } = await t.ask('/Now/')
  assert.deepEqual([status, headers.location], [301, '/today'])
  await t.save(renamed, { isPublished: false })
  await new Promise((resolve) => setTimeout(resolve, 1100)) // pages are cached for a second
  for (const path of ['/now', '/today']) assert.equal((await t.ask(path)).status, 404, path)
  assert.deepEqual(linksIn((await t.ask('/')).text, 'Site pages'), [])
})

test('serves a new page immediately at a URL that previously returned 404', async () => {
  const t = await site()
  assert.equal((await t.ask('/now')).status, 404)
  await t.add()
  assert.equal((await t.ask('/now')).status, 200)
})

test('always prefers existing screens to pages', async () => {
  const t = await site()
  await run(t.db)`
    insert into site_pages (slug, title, content, content_html, description, render_version, is_in_navigation, is_published)
    select slug, 'Hidden page', '', 'Hidden page', '', 1, false, true
    from unnest(array['blog', 'settings', 'healthz', 'api/site']) slug`
  for (const path of ['/blog', '/settings', '/healthz', '/api/site'])
    assert.doesNotMatch((await t.ask(path)).text, /Hidden page/, path)
})

test('lists the newest posts on the page for unknown paths, without their text', async () => {
  const t = await site()
  const token = await t.register('poster')
  await t.ask('/api/posts', { method: 'POST', token, body: { content: 'Woven today.' } })
  const { status, text } = await t.ask('/not-here')
  assert.equal(status, 404)
  assert.match(text, /Recent posts/)
  assert.match(text, /class="recent-post"[^>]*href="\/post\/\d+"|href="\/post\/\d+"[^>]*class="recent-post"/)
  assert.match(text, /Woven today\./)
  assert.doesNotMatch(text, /<p>Woven today/)
})

test('serves one cached response for all unknown paths, without queries', async () => {
  const seen: string[] = []
  watchStatements((text) => /site_pages/.test(text) && seen.push(text))
  const t = await site()
  const first = await t.ask('/nowhere')
  assert.equal(first.status, 404)
  assert.match(first.text, /Page not found/)
  assert.notDeepEqual(seen, [])
  seen.length = 0
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => t.ask(`/nothing-${n}`)))
  assert.deepEqual([...new Set(answers.map(({ status, text }) => status === 404 && text === first.text))], [true])
  assert.ok(seen.length <= 4, seen.join('\n')) // the shared response is rendered once a second
})
