import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from 'vitest'
import { pages } from '#pages/pages.ts'
import { servedSite } from '#tests/trust/setup/served-site.ts'

async function siteWithPost() {
  const site = await servedSite()
  const token = await site.register('alice')
  const post = (content: string) => site.ask('/api/posts', { method: 'POST', token, body: { content } })
  await post('Hello')
  return { ...site, token, post }
}

/** Returns the feed's bytes as sent over the wire. */
async function compressed(port: number, encoding: string) {
  const options = { port, host: '127.0.0.1', path: '/rss.xml', headers: { 'accept-encoding': encoding }, agent: false }
  const [response] = (await once(http.get(options), 'response')) as [http.IncomingMessage]
  assert.equal(response.headers['content-encoding'], encoding)
  return { bytes: await buffer(response), etag: response.headers.etag }
}

test('compresses a feed, and returns 304 for a matching ETag or date', async () => {
  const site = await siteWithPost()
  const { status, headers, text } = await site.ask('/rss.xml')
  assert.equal(status, 200)
  assert.match(text, /^<\?xml/)
  assert.deepEqual(
    [headers['content-type'], headers['cache-control'], headers['vary'], headers['x-frame-options']],
    [
      'application/rss+xml; charset=utf-8',
      'public, max-age=60, s-maxage=10, must-revalidate',
      'accept-encoding',
      'DENY',
    ],
  )
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; frame-ancestors/)
  assert.match(String(headers.etag), /^"/)
  const time = String(headers['last-modified'])
  const statusWith = async (sent: Record<string, string>) => (await site.ask('/rss.xml', { headers: sent })).status
  const earlier = new Date(Date.parse(time) - 1000).toUTCString()
  assert.equal(await statusWith({ 'if-none-match': String(headers.etag) }), 304)
  assert.equal(await statusWith({ 'if-modified-since': time }), 304)
  assert.equal(await statusWith({ 'if-modified-since': earlier }), 200)
  assert.equal(await statusWith({ 'if-modified-since': 'yesterday' }), 200)
  assert.equal(await statusWith({ 'if-none-match': '"other"', 'if-modified-since': time }), 200)
  const head = await site.ask('/rss.xml', { method: 'HEAD' })
  assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', headers.etag])
  assert.equal((await site.ask('/rss.xml', { method: 'POST' })).status, 405)
  const tags = new Set([headers.etag])
  for (const [encoding, open] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await compressed(site.port, encoding)
    assert.equal(open(answer.bytes).toString(), text)
    tags.add(answer.etag)
  }
  assert.equal(tags.size, 3)
})

test('changes a feed’s ETag and Last-Modified once a post is deleted, even if no remaining post is newer', async () => {
  const site = await siteWithPost()
  await site.post('Second')
  const before = await site.ask('/rss.xml')
  await site.ask('/api/posts/2', { method: 'DELETE', token: site.token })
  const since = { 'if-modified-since': String(before.headers['last-modified']) }
  const after = await site.ask('/rss.xml', { headers: since })
  assert.equal(after.status, 200)
  assert.notEqual(after.headers.etag, before.headers.etag)
  assert.doesNotMatch(after.text, /Second/)
})

test('ignores unknown parameters, and includes the request ID in error responses', async () => {
  const site = await siteWithPost()
  const plain = await site.ask('/rss.xml')
  const tagged = await site.ask('/rss.xml?utm_source=x')
  assert.deepEqual([tagged.text, tagged.headers.etag], [plain.text, plain.headers.etag])
  assert.notEqual(tagged.headers['x-request-id'], plain.headers['x-request-id'])
  assert.notEqual((await site.ask('/rss.xml?category=tech_tips')).text, plain.text)
  const missing = await site.ask('/rss.xml?category=nothing')
  assert.deepEqual([missing.status, missing.headers['cache-control']], [404, 'no-store'])
  assert.equal((JSON.parse(missing.text) as { requestId: string }).requestId, missing.headers['x-request-id'])
  for (const page of ['/blog/nothing', '/profile/alice/nothing', '/rssaxml', '/rss.xml/x'])
    assert.match(String((await site.ask(page)).headers['content-type']), /^text\/html/, page)
})

test('also caches well-known files and posts’ Markdown, and passes redirects through unchanged', async () => {
  const site = await siteWithPost()
  await site.post('Second')
  await site.ask('/api/posts/2', { method: 'DELETE', token: site.token })
  const source = await site.ask('/post/1.md')
  assert.deepEqual([source.text, source.headers['content-type']], ['Hello', 'text/markdown; charset=utf-8'])
  assert.equal((await site.ask('/post/2.md')).status, 410)
  assert.match(String((await site.ask('/post/1')).headers['content-type']), /^text\/html/)
  for (const path of ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt', '/manifest.webmanifest']) {
    const { status, headers } = await site.ask(path)
    const again = await site.ask(path, { headers: { 'if-none-match': String(headers.etag) } })
    assert.deepEqual([status, again.status], [200, 304], path)
  }
  const moved = await site.ask('/.well-known/change-password')
  assert.deepEqual([moved.status, moved.headers.location], [303, '/settings/account#password'])
})

test('links to the feeds from every page, starting with the page’s own feed', async () => {
  const site = await siteWithPost()
  const linksOf = async (path: string) =>
    [
      ...(await site.ask(path)).text.matchAll(
        /<link rel="alternate" type="(application\/(?:rss|atom|feed)\+(?:xml|json))" title="[^"]+" href="([^"]+)">/g,
      ),
    ].map(([, type, href]) => `${type} ${href}`)
  const everywhere = ['', '/blog'].flatMap((folder) => [
    `application/rss+xml ${folder}/rss.xml`,
    `application/atom+xml ${folder}/atom.xml`,
    `application/feed+json ${folder}/feed.json`,
  ])
  for (const { path } of pages.map(({ address }) => address)) {
    if (path === '/livestream/manage') continue // This page only redirects to /livestreams/manage.
    const links = await linksOf(path.replace(':username', 'alice').replaceAll(/:\w+/g, '1'))
    assert.deepEqual(
      everywhere.filter((link) => !links.includes(link)),
      [],
      path,
    )
    assert.equal(new Set(links).size, links.length, path)
  }
  for (const path of ['/', '/login', '/nowhere']) assert.deepEqual(await linksOf(path), everywhere, path)
  assert.equal((await linksOf('/blog'))[0], 'application/rss+xml /blog/rss.xml')
  assert.deepEqual(await linksOf('/post/1'), ['application/rss+xml /profile/alice/rss.xml', ...everywhere])
  const category = 'application/rss+xml /rss.xml?category=tech_tips'
  assert.deepEqual(await linksOf('/?categoryId=1'), [category, ...everywhere])
})

test('serves one cached response for every percent-encoded form of its URL', async () => {
  const site = await siteWithPost()
  for (const path of ['/profile/alice/rss.xml', '/post/1.md']) assert.equal((await site.ask(path)).status, 200, path)
  for (const path of ['/profile/%61lice/rss.xml', '/profile/alic%65/rss.xml', '/post/%31.md'])
    assert.equal((await site.ask(path)).status, 404, path)
})

test('lets no client store a JSON response, whether or not it is cached for visitors', async () => {
  const site = await siteWithPost()
  const { text } = await site.ask('/api/livestreams', { method: 'POST', token: site.token, body: { title: 'Looms' } })
  const { id } = JSON.parse(text) as { id: number }
  for (const path of [
    '/api/posts',
    '/api/posts/1',
    `/api/livestreams/${id}/chat`,
    `/api/livestreams/${id}/chat/room`,
    `/api/livestreams/${id}/recordings`,
  ]) {
    const { status, headers } = await site.ask(path)
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store'], path)
  }
})
