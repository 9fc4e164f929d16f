import assert from 'node:assert/strict'
import { test } from 'vitest'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'

/** Pages are cached for a second. */
const cacheExpires = () => new Promise((resolve) => setTimeout(resolve, 1100))
const content = 'An article needs at least fifty characters, and this one has more.'

test('serves an article at its slug, and redirects its ID and former slugs there', async () => {
  const { ask, register } = await servedSite()
  const token = await register('slugger')
  const article = { title: 'Readable addresses', content, categoryId: 1, isLongForm: true }
  const made = await ask('/api/posts', { method: 'POST', token, body: article })
  const { id } = JSON.parse(made.text) as { id: number }
  const at = async (path: string) => {
    const { status, headers } = await ask(path)
    return [status, headers['location']]
  }
  assert.deepEqual(await at('/blog/readable-addresses'), [200, undefined])
  assert.deepEqual(await at(`/post/${id}`), [308, '/blog/readable-addresses'])
  assert.deepEqual(await at(`/post/${id}?comments=2`), [308, '/blog/readable-addresses?comments=2'])
  assert.deepEqual(await at('/blog/Readable-Addresses'), [301, '/blog/readable-addresses'])

  await ask(`/api/posts/${id}`, { method: 'PATCH', token, body: { slug: 'better' } })
  await cacheExpires()
  assert.deepEqual(await at('/blog/readable-addresses'), [301, '/blog/better'])
  assert.deepEqual(await at('/blog/better'), [200, undefined])
  const { text } = await ask('/blog/better')
  assert.ok(text.includes(`<link rel="canonical" href="${siteUrl}/blog/better">`))
  assert.ok(text.includes(`<meta property="og:url" content="${siteUrl}/blog/better">`))
  for (const path of ['/rss.xml', '/blog/atom.xml', '/blog', '/']) {
    assert.ok((await ask(path)).text.includes('/blog/better'), path)
  }
  const oembed = await ask(`/oembed?format=json&url=${encodeURIComponent(`${siteUrl}/blog/better`)}`)
  assert.equal(oembed.status, 200)

  await ask(`/api/posts/${id}`, { method: 'DELETE', token })
  await cacheExpires()
  assert.deepEqual(await at('/blog/better'), [410, undefined])
  assert.deepEqual(await at('/blog/readable-addresses'), [410, undefined])
  assert.deepEqual(await at('/blog/never-there'), [404, undefined])
})

test('tells search engines where an article was first published, and shows its cover everywhere', async () => {
  const { ask, register } = await servedSite()
  const token = await register('mover')
  const canonicalUrl = 'https://old.example/first'
  const cover = { url: 'https://pictures.example/bridge.png', alt: 'A bridge' }
  const article = { title: 'Published elsewhere', content, categoryId: 1, isLongForm: true, canonicalUrl, cover }
  assert.equal((await ask('/api/posts', { method: 'POST', token, body: article })).status, 201)
  const { text } = await ask('/blog/published-elsewhere')
  assert.ok(text.includes(`<link rel="canonical" href="${canonicalUrl}">`))
  const proxied = /<img class="post-cover u-featured" src="(\/[^"]+)"/.exec(text)?.[1]
  assert.ok(proxied)
  assert.ok(text.includes(`<meta property="og:image" content="${siteUrl}${proxied}`))
  assert.ok(text.includes('alt="A bridge"'))
  for (const path of ['/', '/blog']) assert.ok((await ask(path)).text.includes(`src="${proxied}"`), path)
})
