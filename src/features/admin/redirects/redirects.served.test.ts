import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { inTransaction, run } from '#kernel/db.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'
import { createRedirect, deleteRedirect, getRedirects } from './redirects.contract.ts'
import { saveRedirects } from './redirects.store.ts'
import { isProblem, parseRedirect } from './redirect-rules.contract.ts'

async function siteWithAdmin() {
  const site = await servedSite()
  const token = await site.register('admina')
  async function add(from: string, to: string): Promise<number> {
    const answer = await site.ask(createRedirect.path, { method: 'POST', token, body: { from, to } })
    assert.equal(answer.status, 201, answer.text)
    return (JSON.parse(answer.text) as { id: number }).id
  }
  const remove = (id: number) => site.ask(deleteRedirect.href({ id }), { method: 'DELETE', token })
  const post = async (content: string) => {
    const { text } = await site.ask('/api/posts', { method: 'POST', token, body: { content } })
    return (JSON.parse(text) as { id: number }).id
  }
  /** Returns the status, followed by the target if it is a redirect. */
  async function at(target: string, method = 'GET') {
    const { status, headers } = await site.ask(target, { method })
    return headers.location === undefined ? status : `${status} ${headers.location}`
  }
  return { ...site, token, add, remove, post, at }
}

test('tries every kind of redirect before returning 404', async () => {
  const t = await siteWithAdmin()
  const paths = [
    '/2019/05/hello.html',
    '/about-me',
    '/feed.xml',
    '/post/999',
    '/post/999.md',
    '/profile/nobody',
    '/profile/nobody/rss.xml',
    '/tag/nothing/rss.xml',
    '/webmention/old',
    '/cards/old.png',
  ]
  for (const path of paths) assert.equal(await t.at(path), 404, path)
  for (const path of paths) await t.add(path, '/blog')
  for (const path of paths) {
    assert.equal(await t.at(path), '301 /blog', path)
    assert.equal(await t.at(path, 'HEAD'), '301 /blog', path)
  }
  const { headers, text } = await t.ask('/About-Me/')
  assert.deepEqual([headers.location, headers['cache-control'], text], ['/blog', 'no-cache', ''])
  assert.ok(headers['content-security-policy'])
  assert.equal(await t.at('/about-me', 'POST'), 405)
  assert.equal(await t.at('/api/nothing'), 404)
  assert.deepEqual(t.logged(40), [])
})

test('returns an empty page beyond the last one', async () => {
  const t = await siteWithAdmin()
  for (let number = 1; number <= 12; number++) await t.add(`/old-${number}`, '/blog')
  for (const [page, count] of [
    [2, 2],
    [3, 0],
    [9, 0],
  ] as const) {
    const { status, text } = await t.ask(`${getRedirects.path}?page=${page}`, { token: t.token })
    const { redirects, total } = JSON.parse(text) as { redirects: unknown[]; total: number }
    assert.deepEqual([status, redirects.length, total], [200, count, 12])
  }
})

test('prefers existing pages, files, and routes to redirects, and keeps returning 410 for deleted posts', async () => {
  const t = await siteWithAdmin()
  const id = await t.post('Hello')
  const gone = await t.post('Gone')
  await t.ask(`/api/posts/${gone}`, { method: 'DELETE', token: t.token })
  const paths = ['/blog', '/favicon.svg', '/rss.xml', `/post/${id}`, '/healthz', '/login']
  for (const path of paths) await t.add(path, '/elsewhere')
  await t.add(`/post/${gone}`, '/elsewhere')
  await t.add('/*', 'https://old.example/*')
  for (const path of paths) assert.equal(await t.at(path), 200, path)
  assert.equal(await t.at(`/post/${gone}`), 410)
  assert.equal(await t.at('/'), 200)
  assert.equal(await t.at('/some/Thing?x=1'), '301 https://old.example/some/Thing')
  assert.equal(await t.at('/assets/old.js'), 404)
  assert.equal(await t.at('/storage/x/y'), await t.at('/storage/x/z'))
})

test('lets a rule with a query override an existing page, but only if the parameters match', async () => {
  const t = await siteWithAdmin()
  await t.at('/?p=123')
  const id = await t.add('/?p=123', '/blog')
  await t.add('/blog?page=2', '/members')
  assert.equal(await t.at('/?p=123'), '301 /blog')
  assert.equal(await t.at('/?preview=1&p=123', 'HEAD'), '301 /blog')
  assert.equal(await t.at('/blog?page=2'), '301 /members')
  for (const target of ['/', '/?p=1', '/?q=123', '/blog', '/blog?page=1']) assert.equal(await t.at(target), 200, target)
  await t.remove(id)
  assert.equal(await t.at('/?p=123'), 200)
})

test('applies a new rule immediately even if the 404 was cached, and stops applying a deleted rule', async () => {
  const t = await siteWithAdmin()
  for (const path of ['/post/77', '/nowhere/at/all']) {
    for (let round = 0; round < 2; round++) {
      assert.equal(await t.at(path), 404)
      const id = await t.add(path, '/blog')
      assert.equal(await t.at(path), '301 /blog')
      await t.remove(id)
    }
    assert.equal(await t.at(path), 404)
  }
})

test('prefers a newly created page to its redirect', async () => {
  const t = await siteWithAdmin()
  await t.add('/post/1', '/blog')
  assert.equal(await t.at('/post/1'), '301 /blog')
  assert.equal(await t.post('Now it exists'), 1)
  await vi.waitFor(async () => assert.equal(await t.at('/post/1'), 200), { timeout: patienceMs })
})

test('resolves a chain of rules and page redirects with a single redirect', async () => {
  const t = await siteWithAdmin()
  await t.add('/a', '/b')
  await t.add('/b', '/c/x')
  await t.add('/c/*', '/livestream/manage')
  await t.add('/shadowed', '/blog')
  await t.add('/blog/*', '/members')
  await t.add('/to-query', '/?p=9')
  await t.add('/?p=9', `${siteUrl}/a`)
  const end = await t.at('/livestream/manage')
  assert.match(String(end), /^308 /)
  const target = String(end).slice(4)
  for (const path of ['/a', '/b', '/c/x', '/c/y', '/to-query', '/?p=9'])
    assert.equal(await t.at(path), `301 ${target}`, path)
  assert.equal(await t.at(target), 200)
  assert.equal(await t.at('/shadowed'), '301 /blog')
})

test('returns 404 for a loop that was saved without validation', async () => {
  const t = await siteWithAdmin()
  const rules = [
    { from: '/a', to: '/b' },
    { from: '/b', to: '/a' },
    { from: '/grow/*', to: '/grow/more/*' },
    { from: '/?p=1', to: '/?p=1' },
    { from: '/into', to: '/a' },
  ].flatMap((pair) => {
    const rule = parseRedirect(pair, siteUrl)
    return isProblem(rule) ? [] : [rule]
  })
  await inTransaction(t.db, (tx) => saveRedirects(tx, rules, { origin: 'manual', memberId: null }))
  await t.ctx.announce('redirects')
  for (const path of ['/a', '/b', '/into', '/grow/x']) assert.equal(await t.at(path), 404, path)
  assert.equal(await t.at('/?p=1'), 200)
})

test('once the rules are loaded, does not query the database for requests without a matching rule', async () => {
  const t = await siteWithAdmin()
  await t.add('/old', 'https://other.example/')
  await t.add('/?p=1', 'https://other.example/')
  assert.equal(await t.at('/old/deep/path'), 404)
  await run(t.db)`alter table redirects rename to redirects_away`
  try {
    assert.equal(await t.at('/old'), '301 https://other.example/')
    assert.equal(await t.at('/?p=1'), '301 https://other.example/')
    assert.equal(await t.at('/old/deep/path'), 404)
    await t.ctx.announce('redirects')
    assert.equal(await t.at('/old'), '301 https://other.example/')
  } finally {
    await run(t.db)`alter table redirects_away rename to redirects`
  }
})
