import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'vitest'
import { routes } from '#app/features.ts'
import { visibleLine } from '#schemas/names.contract.ts'
import { pages } from '#pages/pages.ts'
import { type TestApplication, testApplication } from '../support/application.ts'
import { servedSite } from './setup/served-site.ts'
import { tableHashes } from './setup/table-hashes.ts'

const read = (file: string) => fs.readFileSync(new URL(`../fixtures/naughty/${file}`, import.meta.url), 'utf8')
const metacharacters = JSON.parse(
  String.raw`["'", "\"", "';--", "' or 1=1 --", "%", "_", "%%%", "\\", "\\\\", "$1", "$$", "{}", ":id", "*", "(", "[",
    "-1", "0", "1e9", "1e309", "0x1", "NaN", "Infinity", "-0", "1.5", "999999999999999999999", "١", "１", "null", "[]",
    "\u0000", "a\u0000b", "\ud800", "\r\nx: y", "\u2028", "\u202e", "e\u0301", "\ufeff", " ", "../..", "..%2f"]`,
) as string[]
const texts = [
  ...new Set([
    ...(JSON.parse(read('blns.json')) as string[]),
    ...read('SQLi_Polyglots.txt').split('\n'),
    ...read('directory_traversal.txt').split('\n'),
    ...metacharacters,
  ]),
]

/** Percent-encodes the string for a URL, replacing lone surrogates. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E')

/** Calls the site and collects its server errors. */
function watching(site: TestApplication) {
  const wrong: string[] = []
  const counts = { asked: 0 }
  async function call(method: string, path: string, how: Parameters<TestApplication['call']>[2] = {}) {
    counts.asked++
    const response = await site.call(method, path, how)
    if (response.status >= 500)
      wrong.push(`${method} ${path.slice(0, 200)} ${JSON.stringify(how.body)}: ${response.status}`)
    return response
  }
  return { call, wrong, counts }
}

test('includes many samples of every kind in the corpus', () => {
  assert.ok(texts.length > 600)
  for (const sign of ["'", '%', '\u0000', '../']) assert.ok(texts.some((text) => text.includes(sign)))
})

test('returns no server error for hostile text in a path or query', async () => {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const token = await site.register('alice')
  await site.call('POST', '/api/posts', { token, body: { content: 'A post' } })
  const { call, wrong, counts } = watching(site)
  const inPath = routes.filter(({ path }) => path.includes(':'))
  const names = ['page', 'limit', 'type', 'categoryId', 'isLongForm', 'width', 'q']
  const before = await tableHashes(site.db)
  for (const [index, text] of texts.entries()) {
    const value = encoded(text)
    // Each string is tried in a sixth of the paths and half of the queries, in rotation, so that all of them are
    // covered.
    for (const { method, path } of inPath.filter((_route, place) => (place + index) % 6 === 0)) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      await call(method, path.replaceAll(/:\w+/g, value), { token: /^1$/.test(text) ? null : token, ...body })
    }
    const queries: [method: string, target: string][] = [
      ...names.map((name): [string, string] => ['GET', `/api/posts?${name}=${value}`]),
      ['GET', `/api/users?page=${value}&limit=${value}`],
      ['GET', `/api/posts?${value}=${value}&page=${value}`],
      ['GET', `/auth/v1/verify?type=${value}&token=${value}&redirect_to=${value}`],
      ['POST', `/auth/v1/token?grant_type=${value}`],
      ['POST', `/auth/v1/logout?scope=${value}`],
      ...['public/post-images', 'info/profile-images', 'public', 'list'].map((kind): [string, string] => [
        'GET',
        `/storage/v1/object/${kind}/${value}?download=${value}`,
      ]),
    ]
    for (const [method, target] of queries.filter((_query, place) => (place + index) % 2 === 0))
      await call(method, target, method === 'POST' ? { body: {} } : {})
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(site.logged, [])
  assert.deepEqual(await tableHashes(site.db), before)
  assert.ok(counts.asked > 10_000)
})

const otherBodies = (text: string): [method: string, path: string, body: unknown][] => [
  ['POST', '/api/posts', { content: 'x', categoryId: text, isLongForm: text, userId: text }],
  ['POST', '/api/posts/preview', { content: text }],
  ['POST', '/api/users', { username: text, userId: text }],
  ['POST', '/api/users', { profileImage: text, githubUsername: text }],
  ['POST', '/api/admin/recovery-links', { username: text }],
  ['POST', '/auth/v1/signup', { email: text, password: 'short' }],
  ['POST', '/auth/v1/signup', { email: 'a@b.c', password: 'short', data: { username: text, fullName: text } }],
  ['POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: text }],
  ['POST', '/auth/v1/verify', { type: text, token_hash: text }],
  ['POST', '/auth/v1/recover', { email: text }],
  ['PUT', '/auth/v1/user', { data: { [text]: text } }],
  ['POST', '/storage/v1/object/list/post-images', { prefix: text, search: text }],
  ['DELETE', '/storage/v1/object/post-images', { prefixes: [text] }],
]

test('returns no server error for hostile text in a body, and returns accepted text unchanged', async () => {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const token = await site.register('alice')
  const { call, wrong } = watching(site)
  for (const [index, text] of texts.entries()) {
    const post = await call('POST', '/api/posts', { token, body: { content: text, title: text } })
    if (post.status === 201) {
      const { content, title, id } = (await post.json()) as { content: string; title: string; id: number }
      assert.equal(content, text.toWellFormed())
      assert.equal(title ?? '', visibleLine(text))
      await call('PATCH', `/api/posts/${id}`, { token, body: { title: text, updatedAt: text, categoryId: text } })
    }
    // Each string is tried in a third of the other fields, in rotation, so that each field receives a third of the
    // strings.
    for (const [place, [method, path, body]] of otherBodies(text).entries()) {
      if ((place + index) % 3 > 0) continue
      await call(method, path, { token: /^.auth.v1.(?!user)/.test(path) ? null : token, body })
    }
    if (index % 16 === 0)
      await call('POST', '/auth/v1/token?grant_type=password', { body: { email: 'a@b.c', password: text } })
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(site.logged, [])
})

test('accepts duplicate, array, and oddly named parameters or rejects them with 400', async () => {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const { call, wrong } = watching(site)
  const clamped = [
    'page=1&page=2',
    'page[]=1',
    'page[0]=1',
    'page[$gt]=1',
    '__proto__=1',
    'constructor=1',
    '__proto__[page]=2',
  ]
  for (const query of clamped) assert.equal((await call('GET', `/api/posts?${query}`)).status, 200, query)
  const refused = [
    'page=-1',
    'page=1e9',
    'page=NaN',
    'page=',
    'limit=1e9',
    'limit=0',
    'limit=101',
    'limit=-1',
    'page=1,2',
  ]
  for (const query of refused) {
    const response = await call('GET', `/api/posts?${query}`)
    assert.equal(response.status, 400, query)
    assert.equal(((await response.json()) as { code: string }).code, 'invalid_input')
  }
  assert.equal((await call('GET', '/api/posts?page=1000000000&limit=100')).status, 200)
  assert.deepEqual(wrong, [])
})

test('returns no server error for hostile text in a page’s URL, and escapes it in the page', async () => {
  const site = await servedSite()
  await site.register('alice')
  const paths = pages.map(({ address }) => address.path)
  const targets = texts.flatMap((text, index) => {
    const value = encoded(text)
    const page = paths[index % paths.length]!.replaceAll(/:\w+/g, value)
    const query = `page=${value}&type=${value}&categoryId=${value}&tab=${value}&next=${value}`
    return [`${page}?${query}`, index % 2 === 0 ? `/post/${value}` : `/${value}`]
  })
  const raw = [
    '/..%2f..%2fetc/passwd',
    '/../../etc/passwd',
    '/assets/../index.html',
    '/.vite/manifest.json',
    '/index.html',
  ]
  for (const target of [...targets, ...raw, '/%', '/%c0%ae', '/\\..\\', '/post/%', '/?page=%', '/?%']) {
    // 431: a string that is just short enough may be too long for the headers if the path contains it twice.
    const { status, text } = await site.ask(target)
    assert.ok([200, 303, 308, 400, 404, 410, 431].includes(status), `${target.slice(0, 200)}: ${status}`)
    assert.doesNotMatch(text, /root:x:|<script>alert|<svg\/?onload|<img src=x/i)
  }
  assert.deepEqual(site.logged(50), [])
})
