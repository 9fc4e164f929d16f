import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { one } from '#kernel/db.ts'
import { publishPost, Post } from '#features/writing/posts/posts.contract.ts'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'
import { loadCatalog } from '#kernel/catalogs.ts'

const german = loadCatalog('de')

const form = (body: string, headers = {}) => ({
  method: 'POST',
  body,
  headers: { origin: 'http://devstead.test', 'content-type': 'application/x-www-form-urlencoded', ...headers },
})

test('serves pages and errors in the reader’s language, and each language from its own cache', async () => {
  const { ask } = await servedSite()
  for (const attempt of ['rendered', 'cached']) {
    const inGerman = await ask('/blog', { headers: { 'accept-language': 'de-CH,en;q=0.5' } })
    assert.match(inGerman.text, /<html lang="de" /, attempt)
    assert.ok(inGerman.text.includes(german['Skip to content']!), attempt)
    assert.equal(inGerman.headers.vary, 'accept-encoding, accept-language, cookie')
    const inEnglish = await ask('/blog')
    assert.match(inEnglish.text, /<html lang="en" [^]*Skip to content/, attempt)
    assert.notEqual(inEnglish.headers.etag, inGerman.headers.etag)
  }
  const chosen = await ask('/blog', { headers: { 'accept-language': 'de', cookie: 'language=ja' } })
  assert.match(chosen.text, /<html lang="ja" /)
  const error = await ask('/api/users/me', { headers: { 'accept-language': 'de' } })
  assert.equal(JSON.parse(error.text).message, german['Sign in to do this.'])
})

test('uses the site’s language for readers whose languages the site does not have, and for feeds and lists', async () => {
  const { ask, register } = await servedSite()
  const token = await register('alice')
  const body = { version: 0, settings: { ...defaultSettings, language: 'de-AT' } }
  assert.equal((await ask('/api/admin/settings', { method: 'PUT', token, body })).status, 200)
  assert.match((await ask('/blog', { headers: { 'accept-language': 'pt-BR' } })).text, /<html lang="de" /)
  const feeds = await Promise.all(['de', 'ja'].map((tag) => ask('/rss.xml', { headers: { 'accept-language': tag } })))
  assert.equal(feeds[0]!.headers.etag, feeds[1]!.headers.etag)
})

test('shows everyone the same language if administrators have chosen one', async () => {
  const { ask, register } = await servedSite()
  const token = await register('alice')
  const body = { version: 0, settings: { ...defaultSettings, interfaceLanguage: 'es' } }
  assert.equal((await ask('/api/admin/settings', { method: 'PUT', token, body })).status, 200)
  const { text, headers } = await ask('/blog', { headers: { 'accept-language': 'de', cookie: 'language=ja' } })
  assert.match(text, /<html lang="es" /)
  assert.doesNotMatch(text, /language-choice/)
  assert.equal(headers.vary, 'accept-encoding')
})

test('remembers the chosen language in a cookie and returns to the page', async () => {
  const { ask } = await servedSite()
  const { status, headers } = await ask('/api/language', form('language=de&path=%2Fblog%3Fpage%3D2'))
  assert.deepEqual([status, headers.location], [303, '/blog?page=2'])
  assert.deepEqual(headers['set-cookie'], ['language=de; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax'])
})

test('returns to URLs with any characters, but never to another site', async () => {
  const { ask } = await servedSite()
  const locationFor = async (path: string) =>
    (await ask('/api/language', form(`language=de&path=${encodeURIComponent(path)}`))).headers.location
  assert.equal(await locationFor('/tag/日本'), '/tag/%E6%97%A5%E6%9C%AC')
  assert.equal(await locationFor('/search?q=a%20b&x=%E6%97%A5'), '/search?q=a%20b&x=%E6%97%A5')
  assert.equal(await locationFor('/search?q=a b'), '/search?q=a%20b')
  for (const path of ['//evil.test', '/\\evil.test', 'https://evil.test', '/.//evil.test', 'javascript:alert(1)'])
    assert.equal(await locationFor(path), '/', path)
  assert.equal(await locationFor('/a\r\nset-cookie:x'), '/aset-cookie:x')
  const referer = 'http://devstead.test/search?q=c%23%2B'
  assert.equal(
    (await ask('/api/language', form('language=de&path=', { referer }))).headers.location,
    '/search?q=c%23%2B',
  )
})

test('accepts forms of pages without a referrer, but not of other sites, and no unknown languages', async () => {
  const { ask } = await servedSite()
  const status = async (body: string, headers = {}) => (await ask('/api/language', form(body, headers))).status
  assert.equal(await status('language=de', { origin: 'null' }), 303)
  assert.equal(await status('language=xx'), 400)
  assert.equal(await status('language=de', { origin: 'https://evil.test' }), 403)
})

test('renders labels in posts in the site’s language, and again when it changes', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const content = `Short[^1].\n\n[^1]: A note.`
  const long = `${content}\n\n${'More text. '.repeat(300)}`
  const labels = async (id: number) => {
    const row = await one<{ html: string }>(site.db)`select content_html as html from posts where id = ${id}`
    return Array.from(row!.html.matchAll(/aria-label="([^"]*)"/g), ([, label]) => label)
  }
  const publish = async (text: string) => {
    const headers = { 'accept-language': 'ja' }
    return Post.parse(
      JSON.parse((await site.ask(publishPost.path, { method: 'POST', token, headers, body: { content: text } })).text),
    ).id
  }
  const english = ['Footnote 1', 'Footnotes', 'Back to reference 1']
  const [shortId, longId] = [await publish(content), await publish(long)]
  assert.deepEqual([await labels(shortId), await labels(longId)], [english, english])
  const body = { version: 0, settings: { ...defaultSettings, language: 'de-AT' } }
  assert.equal((await site.ask('/api/admin/settings', { method: 'PUT', token, body })).status, 200)
  const expected = ['Fußnote 1', 'Fußnoten', 'Zurück zum Verweis 1']
  await vi.waitFor(async () => assert.deepEqual([await labels(shortId), await labels(longId)], [expected, expected]), {
    timeout: patienceMs,
  })
  assert.deepEqual(await labels(await publish(long)), expected)
})

test('reports texts that are too long in the reader’s language', async () => {
  const { ask, register } = await servedSite()
  const token = await register('alice')
  const body = { content: '- a\n'.repeat(20_000) }
  const { text } = await ask(publishPost.path, { method: 'POST', token, headers: { 'accept-language': 'de' }, body })
  assert.equal(JSON.parse(text).message, german['The text has too many paragraphs, list items, or table cells.'])
})
