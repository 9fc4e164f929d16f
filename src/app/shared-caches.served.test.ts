import assert from 'node:assert/strict'
import { test } from 'vitest'
import { defaultSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'

/** The maximum time, in seconds, until a removal takes effect behind a shared cache. */
const longestSeconds = 60

/** Returns how long a shared cache may serve a response without revalidating it. Source: RFC 9111, 5.2.2. */
function sharedSeconds(cacheControl: string): number {
  if (/\b(no-store|no-cache|private)\b/.test(cacheControl)) return 0
  const [, seconds = 'Infinity'] = /s-maxage=(\d+)/.exec(cacheControl) ?? /max-age=(\d+)/.exec(cacheControl) ?? []
  const [, stale = '0'] = /stale-while-revalidate=(\d+)/.exec(cacheControl) ?? []
  return Number(seconds) + Number(stale)
}

test('makes shared caches revalidate posts and members within a minute, and returns 304 if unchanged', async () => {
  const t = await testApplication()
  const token = await t.register('alice')
  const answer = await t.call('POST', '/api/posts', { token, body: { content: 'Soon gone' } })
  const { id } = (await answer.json()) as { id: number }
  const url = encodeURIComponent(`http://devstead.test/post/${id}`)
  const addresses = [
    `/cards/post/${id}.png`,
    '/cards/profile/alice.png',
    `/oembed?url=${url}`,
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/profile/alice/rss.xml',
    '/sitemap.xml',
    `/post/${id}.md`,
  ]
  const ask = (address: string, headers = {}) => t.app.request(address, { headers })
  for (const address of addresses) {
    const { status, headers } = await ask(address)
    assert.equal(status, 200, address)
    const cacheControl = headers.get('cache-control') ?? ''
    assert.ok(sharedSeconds(cacheControl) <= longestSeconds, `${address}: ${cacheControl}`)
    assert.ok(/must-revalidate|no-cache/.test(cacheControl), `${address}: ${cacheControl}`)
  }
  for (const address of [`/cards/post/${id}.png`, `/oembed?url=${url}`]) {
    const etag = (await ask(address)).headers.get('etag')
    assert.equal((await ask(address, { 'if-none-match': etag })).status, 304, address)
  }
  await t.call('DELETE', `/api/posts/${id}`, { token })
  assert.equal((await ask(`/cards/post/${id}.png`)).status, 410)
  assert.ok([404, 410].includes((await ask(`/oembed?url=${url}`)).status))
})

test('lets CDNs cache public pages of a site in one language for less than a minute, but neither errors nor pages with a secret URL', async () => {
  const site = await servedSite()
  const token = await site.register('alice')
  const headersOf = async (path: string, expected: number) => {
    const { status, headers } = await site.ask(path)
    assert.equal(status, expected, path)
    return { browsers: headers['cache-control'], cdns: headers['cdn-cache-control'] }
  }
  await site.ask('/api/posts', { method: 'POST', token, body: { content: 'Hello' } })
  assert.equal((await headersOf('/', 200)).cdns, undefined)
  const body = { version: 0, settings: { ...defaultSettings, interfaceLanguage: 'en' } }
  await site.ask('/api/admin/settings', { method: 'PUT', token, body })
  for (const path of ['/', '/post/1', '/blog', '/profile/alice']) {
    const { browsers, cdns } = await headersOf(path, 200)
    assert.equal(browsers, 'no-cache', path)
    const seconds = sharedSeconds(String(cdns))
    assert.ok(seconds > 0 && seconds <= longestSeconds, `${path}: ${seconds} s`)
  }
  for (const path of ['/post/999', '/nowhere', `/draft/${'a'.repeat(32)}`])
    assert.equal((await headersOf(path, 404)).cdns, undefined, path)
})
