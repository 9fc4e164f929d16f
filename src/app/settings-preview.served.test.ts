import assert from 'node:assert/strict'
import sharp from 'sharp'
import { test } from 'vitest'
import { previewHref, previewSettings } from '#features/admin/site-settings/settings-previews.contract.ts'
import {
  defaultSettings,
  saveSettings,
  type SiteSettings,
} from '#features/admin/site-settings/site-settings.contract.ts'
import { run } from '#kernel/db.ts'
import { servedSite, type ServedSite } from '#tests/trust/setup/served-site.ts'

async function open() {
  const site = await servedSite()
  const token = await site.register('alice')
  const preview = (part: Partial<SiteSettings>) => storePreview(site, token, part)
  const save = async (part: Partial<SiteSettings>) => {
    const body = { version: 0, settings: { ...defaultSettings, ...part } }
    assert.equal((await site.ask(saveSettings.path, { method: 'PUT', token, body })).status, 200)
  }
  return { ...site, token, preview, save }
}

async function storePreview(site: ServedSite, token: string, part: Partial<SiteSettings>): Promise<string> {
  const body = { settings: { ...defaultSettings, ...part } }
  const { status, text } = await site.ask(previewSettings.path, { method: 'POST', token, body })
  assert.equal(status, 200, text)
  return (JSON.parse(text) as { path: string }).path
}

const portfolio = { kind: 'portfolio', page: '', layout: 'split', headline: 'I weave', blocks: ['projects'] } as const
const cover = async () => {
  const picture = sharp({ create: { width: 1200, height: 400, channels: 3, background: '#573a9e' } })
  return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
}

test('renders pages with the settings, while the site stays unchanged', async () => {
  const site = await open()
  const before = (await site.ask('/')).text
  const path = await site.preview({
    name: 'The Loom',
    home: { ...portfolio, blocks: [...portfolio.blocks] },
    sectionsOff: ['projects', 'guestbook'],
  })
  const home = await site.ask(previewHref(path, 'light'))
  assert.equal(home.status, 200)
  assert.match(home.text, /<title>The Loom<\/title>.*data-layout="split".*I weave/s)
  assert.equal((await site.ask(previewHref(path, 'light', '/projects'))).status, 404)
  assert.match((await site.ask(previewHref(path, 'light', '/blog'))).text, /<title>Blog Posts · The Loom<\/title>/)
  assert.equal((await site.ask('/')).text, before)
  assert.equal((await site.ask('/projects')).status, 200)
  assert.doesNotMatch((await site.ask('/api/site')).text, /Loom/)
})

test('serves the same preview in every process', async () => {
  const [here, there] = [await open(), await servedSite()]
  const path = await here.preview({ name: 'The Loom' })
  assert.match((await there.ask(previewHref(path, 'light'))).text, /The Loom/)
})

test('uses the stylesheets, cover, and icons of the preview', async () => {
  const site = await open()
  const settings = { name: 'Loom', accent: '#573a9e', css: 'h1 { color: red }', cover: await cover() }
  const path = await site.preview({ ...settings, home: { ...portfolio, blocks: [] } })
  const { text } = await site.ask(previewHref(path, 'light'))
  const own = [...text.matchAll(/(?:href|src)="([^"]+\?v=[^"]+)"/g)].map(([, href]) => href!)
  const types: Record<string, string | undefined> = {}
  for (const href of own) {
    assert.ok(href.startsWith(previewHref(path, 'light')), href)
    const { status, headers } = await site.ask(href)
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store'], href)
    types[href.slice(previewHref(path, 'light', '').length).split('?')[0]!] = headers['content-type']
  }
  assert.deepEqual(types, {
    '/site.css': 'text/css; charset=utf-8',
    '/custom.css': 'text/css; charset=utf-8',
    '/favicon.ico': 'image/x-icon',
    '/icon.svg': 'image/svg+xml',
    '/apple-touch-icon.png': 'image/png',
    '/cover.webp': 'image/webp',
  })
  assert.match(text, /srcset="\/admin\/settings\/preview\/[^" ]+\/cover-640\.webp\?v=\S+ 640w/i)
  assert.doesNotMatch(text, /"\/cover|, \/cover/)
  for (const file of ['/site.css', '/custom.css', '/cover.webp', '/icon.svg'])
    assert.equal((await site.ask(file)).status, 404, file)
})

test('is in the language that readers will see', async () => {
  const site = await open()
  const path = await site.preview({ interfaceLanguage: 'de' })
  const { text } = await site.ask(previewHref(path, 'light', '/blog'), { headers: { 'accept-language': 'es' } })
  assert.match(text, /<html lang="de" .*<title>Artikel · Devstead<\/title>/s)
  const saved = await site.ask('/blog', { headers: { 'accept-language': 'es' } })
  assert.match(saved.text, /<html lang="es" /)
})

test('shows the theme in the URL, and keeps it in links and redirects', async () => {
  const site = await open()
  const path = await site.preview({ home: { ...portfolio, blocks: [] } })
  const { text } = await site.ask(previewHref(path, 'dark'))
  assert.match(text, /<html class="dark" lang="en" /)
  assert.ok(text.includes(`href="${previewHref(path, 'dark', '/blog')}"`))
  assert.match(text, /<a [^>]*href="\/rss\.xml" target="_blank"/)
  assert.doesNotMatch((await site.ask(previewHref(path, 'light'))).text, /<html class/)
  const moved = await site.ask(previewHref(path, 'dark', '/?type=popular'))
  assert.deepEqual([moved.status, moved.headers.location], [302, previewHref(path, 'dark', '/posts?type=popular')])
})

test('sends pages that only this site can frame, without scripts, to be neither stored nor indexed', async () => {
  const site = await open()
  const path = await site.preview({ css: 'h1 { color: red }' })
  for (const page of ['/', '/blog', '/nowhere', '/custom.css']) {
    const { headers, text } = await site.ask(previewHref(path, 'light', page))
    assert.deepEqual(
      ['cache-control', 'referrer-policy', 'x-robots-tag', 'cdn-cache-control', 'etag'].map((name) => headers[name]),
      ['no-store', 'no-referrer', 'noindex, noarchive', undefined, undefined],
    )
    assert.doesNotMatch(text, /<script/)
    if (page === '/custom.css') continue
    assert.equal(headers['x-frame-options'], 'SAMEORIGIN')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none';.*form-action 'none'; frame-ancestors 'self'/)
    assert.doesNotMatch(policy, /script-src|unsafe/)
  }
  assert.match(String((await site.ask('/')).headers['content-security-policy']), /frame-ancestors 'none'/)
})

test('explains that a preview has expired, on a page that can be framed', async () => {
  const site = await open()
  const path = await site.preview({ name: 'The Loom' })
  await run(site.db)`update settings_previews set expires_at = now() - interval '1 second'`
  const unknown = `${path.slice(0, -43)}${'a'.repeat(43)}`
  for (const target of [path, previewHref(path, 'dark', '/blog'), previewHref(unknown, 'light')]) {
    const { status, headers, text } = await site.ask(target)
    assert.deepEqual([status, headers['x-frame-options'], headers['cache-control']], [404, 'SAMEORIGIN', 'no-store'])
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'/)
    assert.match(text, /Choose “Preview” in the site settings again/)
    assert.doesNotMatch(text, /Loom/)
  }
})

test('never writes the token to the log', async () => {
  const site = await open()
  const path = await site.preview({})
  await site.ask(previewHref(path, 'light'))
  await site.ask(previewHref(path, 'light', '/nowhere'))
  await site.ask(previewHref(path, 'light'), { method: 'POST', body: {} })
  assert.ok(!site.lines.join('').includes(path.slice(-43)))
})
