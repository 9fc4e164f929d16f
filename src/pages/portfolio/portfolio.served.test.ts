import assert from 'node:assert/strict'
import { mf2 } from 'microformats-parser'
import sharp from 'sharp'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { feedAsHome, type HomeSettings } from '#features/admin/site-settings/home-settings.contract.ts'
import {
  defaultSettings,
  type SiteSettings,
  type StoredSettings,
} from '#features/admin/site-settings/site-settings.contract.ts'
import { updateSettings } from '#features/people/profiles/profile-settings.contract.ts'
import type { SitePage } from '#features/writing/site-pages/site-pages.contract.ts'
import { testDb } from '#tests/support/database.ts'
import { htmlFaults } from '#tests/support/html.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

async function site() {
  const served = await servedSite({ SITE_NAME: 'Our Site' })
  const token = await served.register('ada')
  const bob = await served.register('bob')
  async function send<Answer>(method: string, path: string, body: object, as = token): Promise<Answer> {
    const { status, text } = await served.ask(path, { method, token: as, body })
    assert.ok(status < 300, text)
    return (text === '' ? null : JSON.parse(text)) as Answer
  }
  await send('POST', updateSettings.path, {
    displayName: 'Ada Archer',
    title: 'Weaver',
    bio: 'Looms.',
    githubUsername: null,
    skills: ['SQL'],
  })
  async function setHome(home: Partial<HomeSettings>, more: Partial<SiteSettings> = {}): Promise<void> {
    const { version } = JSON.parse((await served.ask('/api/admin/settings', { token })).text) as StoredSettings
    const settings = { ...defaultSettings, ...more, home: { ...feedAsHome, ...home } }
    await send('PUT', '/api/admin/settings', { version, settings })
  }
  const write = (title: string, as = token) =>
    send('POST', '/api/posts', { title, content: 'Words. '.repeat(80), categoryId: 1, isLongForm: true }, as)
  const build = (title: string) => send('POST', '/api/projects', { title, description: 'A machine for weaving cloth.' })
  const addPage = () =>
    send<SitePage>('POST', '/api/pages', {
      slug: 'hello',
      title: 'Hello there',
      content: 'I weave.',
      isInNavigation: true,
      isPublished: true,
      key: crypto.randomUUID(),
    })
  const text = async (path: string, status = 200) => {
    const answer = await served.ask(path)
    assert.equal(answer.status, status, path)
    return answer.text
  }
  return { ...served, token, bob, send, setHome, write, build, addPage, text }
}

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]
const headingsIn = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title)

test('shows the owner’s portfolio at / and the feed at /posts, and the feed at / again after another change', async () => {
  const t = await site()
  await t.write('How looms work')
  await t.write('What Bob thinks', t.bob)
  await t.build('Loom')
  assert.match(await t.text('/'), /All Posts<\/a>/)
  await t.text('/posts', 404)

  await t.setHome({ kind: 'portfolio', headline: 'I build looms' }, { contactForm: true })
  const html = await t.text('/')
  assert.deepEqual(await htmlFaults(html), [])
  assert.match(html, /<title>Our Site<\/title>/)
  assert.equal(canonicalOf(html), `${siteUrl}/`)
  assert.deepEqual(
    headingsIn(html).filter((title) => title !== 'Subscribe'),
    ['Projects', 'Writing', 'Skills', 'Elsewhere'],
  )
  for (const shown of ['I build looms', 'How looms work', 'Loom', 'href="/contact"'])
    assert.ok(html.includes(shown), shown)
  assert.ok(!html.includes('What Bob thinks'))
  assert.match(html, /"@type":"WebSite".*"@type":"ProfilePage"/)
  const card = mf2(html, { baseUrl: `${siteUrl}/` }).items.find(({ type }) => type?.includes('h-card'))
  assert.deepEqual([card?.properties['name'], card?.properties['uid']], [['Ada Archer'], [`${siteUrl}/`]])
  assert.equal(card?.properties['job-title'], undefined)
  const link = async (path: string) => String((await t.ask(path)).headers['link'] ?? '')
  assert.match(await link('/'), /rel="webmention"/)
  assert.equal(await link('/posts'), '')

  for (const query of ['?page=2', '?type=popular', '?categoryId=1']) {
    const { status, headers } = await t.ask(`/${query}`)
    assert.deepEqual([status, headers.location], [302, `/posts${query}`])
  }

  const feed = await t.text('/posts')
  assert.equal(canonicalOf(feed), `${siteUrl}/posts`)
  for (const href of ['/posts', '/']) assert.ok(feed.includes(`href="${href}"`), href)
  assert.deepEqual(await htmlFaults(feed), [])
  const listed = await t.text('/sitemap.xml')
  for (const path of ['/', '/posts', '/contact']) assert.ok(listed.includes(`<loc>${siteUrl}${path}</loc>`), path)

  await t.setHome({ kind: 'feed' })
  assert.match(await t.text('/'), /All Posts<\/a>/)
  await t.text('/posts', 404)
  assert.doesNotMatch(await t.text('/sitemap.xml'), /\/(?:posts|contact)<\/loc>/)
})

test('shows the chosen blocks in the chosen order, without those of sections that are off', async () => {
  const t = await site()
  await t.write('How looms work')
  await t.build('Loom')
  const quote = { text: 'Hire her.', name: 'Bo', role: 'Weaver', url: 'https://bo.example/' }
  await t.send('PUT', '/api/users/me/testimonials', { testimonials: [quote] })
  const talk = { event: 'LoomConf', place: 'Lyon', date: '2025-10', slidesUrl: '', description: '' }
  const talks = [{ ...talk, title: 'Cards', videoUrl: 'https://bo.example/video' }]
  await t.send('PUT', '/api/users/me/talks', { talks })
  const blocks = ['skills', 'testimonials', 'writing', 'talks', 'projects'] as const
  await t.setHome({ kind: 'portfolio', layout: 'tiles', blocks: [...blocks] })
  const html = await t.text('/')
  assert.match(html, /data-layout="tiles"/)
  assert.deepEqual(
    headingsIn(html).filter((title) => title !== 'Subscribe'),
    ['Skills', 'Testimonials', 'Writing', 'Talks', 'Projects'],
  )
  assert.deepEqual(await htmlFaults(html), [])
  assert.match(
    html,
    /<blockquote[^>]*>Hire her\.<\/blockquote>.*<a[^>]* href="https:\/\/bo\.example\/"[^>]*>Bo<\/a>.*Weaver/s,
  )
  assert.match(
    html,
    /Cards<\/h3>.*LoomConf.*Lyon.*<time dateTime="2025-10">Oct 2025<.*href="https:\/\/bo\.example\/video"[^>]*>.*Video/is,
  )
  assert.doesNotMatch(html, /Slides/)
  assert.match(await t.text('/profile/ada?tab=about'), /<h2>Projects<\/h2>.*Loom.*<h2>Writing<\/h2>.*How looms work/s)
  assert.match(await t.text('/profile/ada?tab=about'), /<h2>Talks<\/h2>.*Cards/s)
  assert.match(await t.text('/profile/ada?tab=about'), /<h2>Testimonials<\/h2>.*Hire her\./s)
  await t.setHome({ kind: 'portfolio' }, { sectionsOff: ['blog', 'projects'] })
  const without = await t.text('/')
  assert.deepEqual(
    headingsIn(without).filter((title) => title !== 'Subscribe'),
    ['Talks', 'Skills', 'Testimonials'],
  )
  assert.doesNotMatch(without, /How looms work|\/projects/)
  await t.setHome({ kind: 'portfolio' }, { sectionsOff: ['feed', 'blog'] })
  const profile = await t.text('/profile/ada')
  assert.match(profile, /<h2>Talks<\/h2>.*Cards/s)
  assert.doesNotMatch(profile, /\/profile\/ada\/rss\.xml/)
})

test('shows the cover at the top of the portfolio until it is removed', async () => {
  const t = await site()
  const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c01f4e' } })
    .png()
    .toBuffer()
  await t.setHome({ kind: 'portfolio' }, { cover: `data:image/png;base64,${png.toString('base64')}` })
  const [, src, more] = /<img class="portfolio-cover" src="([^"]+)" ([^>]*)>/.exec(await t.text('/'))!
  assert.match(src!, /^\/cover\.webp\?v=[\w-]{8}$/)
  assert.ok(more!.includes('width="900" height="300" alt="" fetchPriority="high"'), more)
  const small = src!.replace('.webp', '-640.webp')
  assert.ok(more!.includes(`srcSet="${small} 640w, ${src} 900w"`), more)
  assert.equal((await t.ask(small)).headers['content-type'], 'image/webp')
  const { status, headers } = await t.ask(src!)
  assert.deepEqual([status, headers['content-type']], [200, 'image/webp'])
  await t.setHome({ kind: 'portfolio' })
  assert.doesNotMatch(await t.text('/'), /portfolio-cover/)
  await t.text('/cover.webp', 404)
})

test('shows the cover, the name, and the tagline above the feed, on its first page only', async () => {
  const t = await site()
  const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#c01f4e' } })
    .png()
    .toBuffer()
  assert.doesNotMatch(await t.text('/'), /feed-cover/)
  const cover = `data:image/png;base64,${png.toString('base64')}`
  await t.setHome({ kind: 'feed' }, { cover, tagline: 'Warp and weft' })
  const html = await t.text('/')
  assert.match(
    html,
    /class="feed-cover-picture" src="\/cover\.webp\?v=[^>]* fetchPriority="high".*>Our Site<.*>Warp and weft</s,
  )
  assert.deepEqual(await htmlFaults(html), [])
  assert.doesNotMatch(await t.text('/?page=2', 404), /feed-cover/)
  const page = await t.addPage()
  await t.setHome({ kind: 'page', page: page.slug }, { cover })
  for (const path of ['/', '/posts']) assert.doesNotMatch(await t.text(path), /cover\.webp|"cover":/, path)
})

test('shows a page at /, follows it to a new slug, and falls back to the feed while it is not published', async () => {
  const t = await site()
  const page = await t.addPage()
  await t.setHome({ kind: 'page', page: 'hello' })
  for (const path of ['/', '/hello']) {
    const html = await t.text(path)
    assert.match(html, /<h1[^>]*>Hello there<\/h1>/, path)
    assert.equal(canonicalOf(html), `${siteUrl}/`, path)
    assert.match(html, /"@type":"WebSite".*"@type":"WebPage","@id":"http:\/\/devstead\.test\/"/)
  }
  await t.text('/posts')
  const save = (before: SitePage, block: object) =>
    t.send<SitePage>('PUT', `/api/pages/${page.id}`, { ...before, ...block })
  const renamed = await save(page, { slug: 'welcome' })
  await new Promise((resolve) => setTimeout(resolve, 1100)) // pages are cached for a second
  assert.match(await t.text('/'), /<h1[^>]*>Hello there<\/h1>/)
  await save(renamed, { isPublished: false })
  await new Promise((resolve) => setTimeout(resolve, 1100))
  assert.match(await t.text('/'), /All Posts<\/a>/)
  await t.text('/posts', 404)
  assert.doesNotMatch(await t.text('/sitemap.xml'), /\/posts<\/loc>/)
})

test('falls back to the portfolio and redirects old feed links to it while the feed is off', async () => {
  const t = await site()
  const page = await t.addPage()
  await t.setHome({ kind: 'page', page: 'hello' }, { sectionsOff: ['feed'] })
  assert.match(await t.text('/'), /<h1[^>]*>Hello there<\/h1>/)
  const { status, headers } = await t.ask('/?type=popular')
  assert.deepEqual([status, headers.location], [302, '/'])
  await t.send('PUT', `/api/pages/${page.id}`, { ...page, isPublished: false })
  await new Promise((resolve) => setTimeout(resolve, 1100)) // pages are cached for a second
  assert.match(await t.text('/'), /class="[^"]*portfolio[^"]*"/)
  for (const path of ['/posts', '/rss.xml']) await t.text(path, 404)
  const manifest = JSON.parse(await t.text('/manifest.webmanifest')) as { shortcuts: { url: string }[] }
  assert.ok(!('share_target' in manifest) && manifest.shortcuts.every(({ url }) => url !== '/compose'))
})

test('shows a welcome page instead of a portfolio on a site without members', async () => {
  const db = await testDb()
  const settings = JSON.stringify({ home: { ...feedAsHome, kind: 'portfolio' } })
  await run(db)`insert into site_settings (settings, version) values (${settings}::jsonb, 1)`
  const served = await servedSite()
  const { status, text } = await served.ask('/')
  assert.deepEqual([status, text.includes('Welcome to Devstead')], [200, true])
  assert.match(text, /"kind":"portfolio"/)
})
