import assert from 'node:assert/strict'
import sharp from 'sharp'
import { test, vi } from 'vitest'
import { defaultSettings, type SiteSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { siteFilePaths } from './site-files.ts'
import { servedSite, type ServedSite } from '#tests/trust/setup/served-site.ts'

const soon = { timeout: patienceMs, interval: 5 }

async function save(site: ServedSite, token: string, version: number, part: Partial<SiteSettings>) {
  const body = { version, settings: { ...defaultSettings, ...part } }
  const { status, text } = await site.ask('/api/admin/settings', { method: 'PUT', token, body })
  assert.equal(status, 200, text)
}

/** Paths whose responses contain the site's name, and are cached in different ways. */
const named = [
  '/',
  '/blog',
  '/nowhere',
  '/rss.xml',
  '/humans.txt',
  '/manifest.webmanifest',
  '/opensearch.xml',
  '/api/site',
]
const textsOf = async (site: ServedSite) =>
  (await Promise.all(named.map((path) => site.ask(path)))).map(({ text }) => text)

test('updates all cached pages, feeds, and files in every process when the settings change', async () => {
  const [here, there] = [await servedSite(), await servedSite()]
  const token = await here.register('alice')
  for (const site of [here, there]) for (const text of await textsOf(site)) assert.match(text, /Devstead/)
  await save(here, token, 0, { name: 'The Loom' })
  for (const text of await textsOf(here)) assert.match(text, /The Loom/)
  await vi.waitFor(async () => {
    for (const text of await textsOf(there)) assert.match(text, /The Loom/)
  }, soon)
})

test('declares the site’s language in pages, feeds, and files, and shows dates in its time zone', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const post = {
    method: 'POST',
    token,
    body: { content: 'Hello, world. '.repeat(4), title: 'A title', isLongForm: true, categoryId: 5 },
  }
  const { status, text: published } = await site.ask('/api/posts', post)
  assert.equal(status, 201, published)
  const { createdAt } = JSON.parse(published) as { createdAt: string }
  const textOf = async (path: string) => (await site.ask(path)).text
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone }).format(new Date(createdAt))
  assert.match(await textOf('/'), /<html lang="en" .*property="og:locale" content="en_US"/s)
  // The dates in these zones always differ.
  for (const [version, timeZone] of ['Pacific/Kiritimati', 'Pacific/Niue'].entries()) {
    await save(site, token, version, { language: 'de-at', timeZone })
    assert.match(await textOf('/blog'), new RegExp(dayIn(timeZone)))
  }
  assert.match(await textOf('/'), /<html lang="de" .*property="og:locale" content="de_AT"/s)
  assert.match(await textOf('/rss.xml'), /<language>de-AT<\/language>/)
  assert.match(await textOf('/atom.xml'), / xml:lang="de-AT"/)
  assert.equal((JSON.parse(await textOf('/feed.json')) as { language: string }).language, 'de-AT')
  assert.equal((JSON.parse(await textOf('/manifest.webmanifest')) as { lang: string }).lang, 'de-AT')
  assert.match(await textOf('/humans.txt'), /^Language: Austrian German$/m)
  assert.match(await textOf('/.well-known/security.txt'), /^Preferred-Languages: de-AT$/m)
})

test('shows the site’s text, links, and rules to visitors', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const add = (slug: string, title: string) =>
    site.ask('/api/pages', {
      method: 'POST',
      token,
      body: { slug, title, content: 'Be kind.', isPublished: true, isInNavigation: false, key: crypto.randomUUID() },
    })
  for (const [slug, title] of [
    ['conduct', 'House rules'],
    ['privacy', 'Your data'],
  ] as const) {
    const { status, text } = await add(slug, title)
    assert.ok(status < 300, text)
  }
  const before = (await site.ask('/')).text
  assert.doesNotMatch(before, /House rules|side-rules|side-tagline/)
  await save(site, token, 0, {
    tagline: 'Warp & weft',
    description: 'Notes about looms.',
    contact: 'ada@loom.example',
    codeOfConduct: 'conduct',
    privacy: 'privacy',
    links: [{ label: 'Code', url: 'https://code.example/ada' }],
  })
  const home = (await site.ask('/')).text
  assert.match(home, /<title>Devstead – Warp &amp; weft<\/title>/)
  assert.match(home, /<meta name="description" content="Notes about looms\.">/)
  assert.match(
    home,
    /href="\/conduct">House rules<.*href="\/privacy">Your data<.*href="mailto:ada@loom\.example">Contact/,
  )
  assert.match(home, /href="https:\/\/code\.example\/ada"[^>]*>.*Code/)
  assert.match((await site.ask('/.well-known/security.txt')).text, /^Contact: mailto:ada@loom\.example$/m)
  assert.match((await site.ask('/humans.txt')).text, /^Contact: mailto:ada@loom\.example$/m)
  assert.match((await site.ask('/rss.xml')).text, /<description>Notes about looms\.<\/description>/)
  assert.match((await site.ask('/manifest.webmanifest')).text, /"description":"Notes about looms\."/)
})

test('replaces the icon everywhere, and restores the built-in one', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const builtIn = await site.ask('/icon-192.png')
  assert.match((await site.ask('/')).text, /<link rel="icon" href="\/favicon\.svg"/)
  const png = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#573a9e' } })
    .png()
    .toBuffer()
  await save(site, token, 0, { icon: { kind: 'picture', image: `data:image/png;base64,${png.toString('base64')}` } })
  const { text } = await site.ask('/')
  const [, version] = /<link rel="icon" href="\/favicon\.ico\?v=([\w-]+)"/.exec(text)!
  assert.ok(text.includes(`src="/icon-192.png?v=${version}"`) && !text.includes('favicon.svg'))
  const icons = ['/apple-touch-icon.png', `/icon-192.png?v=${version}`, '/icon-512.png', '/icon-maskable-512.png']
  for (const path of ['/favicon.ico', ...icons]) {
    const { status, headers } = await site.ask(path)
    assert.deepEqual([status, headers['content-type']], [200, path.includes('.ico') ? 'image/x-icon' : 'image/png'])
  }
  assert.notEqual((await site.ask('/icon-192.png')).headers.etag, builtIn.headers.etag)
  assert.ok((await site.ask('/manifest.webmanifest')).text.includes(`/icon-512.png?v=${version}`))
  await save(site, token, 1, {})
  assert.match((await site.ask('/')).text, /<link rel="icon" href="\/favicon\.svg"/)
  assert.equal((await site.ask('/icon-192.png')).headers.etag, builtIn.headers.etag)
})

test('generates an icon from the name and the accent color until there is a picture', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  assert.equal((await site.ask('/icon.svg')).status, 404)
  await save(site, token, 0, { name: 'Warp and Weft' })
  const { text } = await site.ask('/')
  const [, href] = /<link rel="icon" href="(\/icon\.svg\?v=[\w-]+)" type="image\/svg\+xml">/.exec(text)!
  assert.ok(text.includes(`<img class="brand-mark" src="${href}"`))
  const { headers, text: svg } = await site.ask(href!)
  assert.deepEqual([headers['content-type'], headers['cache-control']], ['image/svg+xml', 'public, max-age=300'])
  assert.match(svg, /fill="#0a6a49"/)
  await save(site, token, 1, { name: 'Warp and Weft', accent: '#573a9e' })
  const purple = await site.ask('/')
  assert.ok(!purple.text.includes(href!))
  assert.doesNotMatch((await site.ask('/icon.svg')).text, /#0a6a49/)
  await save(site, token, 2, { name: 'Warp and Weft', icon: { kind: 'house', image: '' } })
  assert.match((await site.ask('/')).text, /<link rel="icon" href="\/favicon\.svg"/)
  assert.equal((await site.ask('/icon.svg')).status, 404)
})

test('serves generated files as the settings require, even if they are the first requests after a change', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const picture = sharp({ create: { width: 1600, height: 400, channels: 3, background: '#573a9e' } }).webp()
  const cover = `data:image/webp;base64,${(await picture.toBuffer()).toString('base64')}`
  const settings = { name: 'Loom', accent: '#573a9e', css: 'h1 { color: red }', cover }
  const answerAt = async (path: string) => {
    const { status, headers } = await site.ask(path)
    return status === 200 ? headers.etag : status
  }
  let version = 0
  for (const path of siteFilePaths) {
    const before = await answerAt(path)
    await save(site, token, version++, settings)
    const changed = await answerAt(path)
    assert.ok(typeof changed === 'string' && changed !== before, path)
    await save(site, token, version++, {})
    assert.equal(await answerAt(path), before, path)
  }
})

test('serves a stylesheet with the accent color, and no stylesheet if no color is set', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  assert.doesNotMatch((await site.ask('/')).text, /site\.css/)
  assert.equal((await site.ask('/site.css')).status, 404)
  await save(site, token, 0, { accent: '#573a9e' })
  const [, href] = /<link rel="stylesheet" href="(\/site\.css\?v=[\w-]+)">/.exec((await site.ask('/')).text)!
  const { status, headers, text } = await site.ask(href!)
  assert.deepEqual([status, headers['content-type']], [200, 'text/css; charset=utf-8'])
  assert.match(text, /^:root,\.light\{--accent:#573a9e;.*\}@media screen\{\.dark\{--accent:#[\da-f]{6};.*\}\}$/)
  assert.ok((await site.ask('/nowhere')).text.includes(href!))
  await save(site, token, 1, { accent: '#b4235f' })
  assert.ok(!(await site.ask('/')).text.includes(href!))
  await save(site, token, 2, {})
  assert.doesNotMatch((await site.ask('/')).text, /site\.css/)
})

test('preloads and serves only the fonts of the chosen typeface', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  assert.match((await site.ask('/')).text, /<link rel="preload"[^>]*schibsted/)
  await save(site, token, 0, { typeface: 'technical' })
  const { text } = await site.ask('/')
  assert.doesNotMatch(text, /<link rel="preload"[^>]*schibsted/)
  const preloaded = [...text.matchAll(/<link rel="preload" as="font"[^>]* href="([^"]+)"/g)].map(([, href]) => href!)
  assert.equal(preloaded.length, 2)
  for (const href of preloaded) {
    const { status, headers } = await site.ask(href)
    assert.deepEqual([status, headers['content-type']], [200, 'font/woff2'])
    assert.match(headers['cache-control']!, /immutable/)
  }
  const [, href] = /<link rel="stylesheet" href="(\/site\.css\?v=[\w-]+)">/.exec(text)!
  assert.match((await site.ask(href!)).text, /font-family:"JetBrains Mono"/)
})

test('includes custom CSS on all pages except those that administrators need in order to remove it', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  assert.equal((await site.ask('/custom.css')).status, 404)
  await save(site, token, 0, { css: '/* Loud */ h1 { color: red' })
  const [, href] = /<link rel="stylesheet" href="(\/custom\.css\?v=[\w-]+)">/.exec((await site.ask('/')).text)!
  assert.equal((await site.ask(href!)).text, 'h1{color:red}')
  for (const path of ['/admin', '/admin/settings', '/login', '/login?tab=register', '/auth'])
    assert.doesNotMatch((await site.ask(path)).text, /custom\.css/, path)
  const settings = { ...defaultSettings, css: 'a {}\n\nb { background: url(https://other.example/a.png) }' }
  const refused = await site.ask('/api/admin/settings', { method: 'PUT', token, body: { version: 1, settings } })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /"path":"css","message":"Line 3: /)
  await save(site, token, 1, {})
  assert.doesNotMatch((await site.ask('/')).text, /custom\.css/)
})

test('keeps the name set in the environment', async () => {
  const site = await servedSite({ SITE_NAME: 'By the operator' })
  const token = await site.register('alice')
  await save(site, token, 0, { name: 'By an administrator' })
  const { text } = await site.ask('/api/admin/settings', { token })
  const { settings, fixed } = JSON.parse(text) as { settings: SiteSettings; fixed: { name?: string } }
  assert.deepEqual([settings.name, fixed.name], ['By an administrator', 'By the operator'])
  assert.match((await site.ask('/')).text, /<title>By the operator<\/title>/)
})

test('reads the settings once, not for each page or call', async () => {
  const seen: string[] = []
  watchStatements((text) => {
    if (/\bsite_settings\b/.test(text)) seen.push(text)
  })
  const site = await servedSite()
  await site.ask('/')
  assert.notDeepEqual(seen, [])
  seen.length = 0
  for (let n = 0; n < 20; n++) {
    await site.ask(`/?page=${n + 1}`)
    await site.ask(`/api/posts?page=${n + 1}`)
  }
  assert.deepEqual(seen, [])
})
