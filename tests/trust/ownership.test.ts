import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { routes } from '#app/features.ts'
import { badIds } from '../support/bad-input.ts'
import { testApplication } from '../support/application.ts'
import { onePixel } from './setup/picture.ts'
import { tableHashes } from './setup/table-hashes.ts'

type Json = Record<string, unknown>
const readJson = async (response: Promise<Response>) => (await (await response).json()) as Json

/** Registers the admin, then Alice, who has a post, and then Bob. */
async function people() {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const admin = await site.register('admina')
  const alice = await site.register('alice')
  const bob = await site.register('bob')
  const post = await readJson(
    site.call('POST', '/api/posts', { token: alice, body: { content: 'Hers', title: 'Hers' } }),
  )
  return { site, admin, alice, bob, postId: Number(post['id']) }
}

/** Fields that no request body may set, with values that would be noticeable. */
const assigned = {
  id: 4242,
  role: 'admin',
  is_admin: true,
  isAdmin: true,
  app_metadata: { role: 'admin' },
  user_metadata: { role: 'admin' },
  email_confirmed_at: '2001-01-01T00:00:00Z',
  aud: 'admin',
  likeCount: 4242,
  like_count: 4242,
  isLiked: true,
  commentCount: 4242,
  published: true,
  createdAt: '2001-01-01T00:00:00.000Z',
  created_at: '2001-01-01T00:00:00.000Z',
  contentHtml: '<b>forged</b>',
  content_html: '<b>forged</b>',
  excerpt: 'forged',
  readingMinutes: 4242,
  canEdit: true,
  member_id: 1,
  memberId: 1,
  user_id: 1,
  user: { id: 1 },
  subject: 'forged',
  issuer: 'forged',
  followersCount: 4242,
  postCount: 4242,
}

test('does not set a role, owner, counter, time, or rendered HTML from any body field', async () => {
  const { site, alice, postId } = await people()
  const calls: [string, string, Json][] = [
    ['POST', '/api/posts', { content: 'New' }],
    ['PATCH', `/api/posts/${postId}`, { content: 'Changed' }],
    ['POST', '/api/users', {}],
    ['PUT', '/auth/v1/user', { data: { username: 'alice' } }],
    ['POST', `/api/posts/${postId}/like`, {}],
  ]
  for (const [method, path, body] of calls) {
    const response = await site.call(method, path, { token: alice, body: { ...assigned, ...body } })
    assert.ok(
      response.status < 300 || response.status === 403,
      `${method} ${path}: ${response.status} ${await response.text()}`,
    )
  }
  const members = await many<Json>(site.db)`select role, id, username, issuer, created_at from members order by id`
  assert.deepEqual(
    members.map(({ role, id, username }) => [role, id, username]),
    [
      ['admin', 1, 'admina'],
      ['member', 2, 'alice'],
      ['member', 3, 'bob'],
    ],
  )
  const rows = await many<Json>(site.db)`
    select id, member_id, content_html, excerpt, reading_minutes, created_at > now() - interval '1 hour' as fresh from posts`
  for (const row of rows) {
    assert.ok(Number(row['id']) <= 2)
    assert.deepEqual([row['member_id'], row['reading_minutes'], row['fresh']], [2, 1, true])
    assert.doesNotMatch(`${String(row['content_html'])}${String(row['excerpt'])}`, /forged/)
  }
  const liked = await readJson(site.call('GET', `/api/posts/${postId}`))
  assert.deepEqual([liked['likeCount'], liked['commentCount']], [1, 0])
  const account = await readJson(site.call('GET', '/auth/v1/user', { token: alice }))
  assert.deepEqual([account['role'], account['aud']], ['authenticated', 'authenticated'])
  assert.deepEqual(account['app_metadata'], { provider: 'email', providers: ['email'] })
})

/** Anyone may comment; the tests for comments cover this. */
const open = /comments$/

test('does not let members change what belongs to others, and changes nothing for invalid IDs', async () => {
  const { site, bob, postId } = await people()
  const before = await tableHashes(site.db)
  const writing = routes.filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/posts/:id') && !open.test(path),
  )
  assert.ok(writing.length >= 5)
  for (const { method, path } of writing) {
    const isOwners = !/like/.test(path)
    const ids = [
      ...badIds,
      '-1',
      '999999999',
      '2147483648',
      '1;drop',
      '%2e%2e',
      '1/..',
      '1%00',
      '１',
      '1e0',
      '+1',
      '01',
    ]
    for (const id of [...(isOwners ? [String(postId)] : []), ...ids]) {
      const body = { content: 'Taken over', title: 'Mine now', userId: null }
      const { status } = await site.call(method, path.replace(':id', id), { token: bob, body })
      assert.ok([400, 403, 404, 405].includes(status), `${method} ${path} ${id}: ${status}`)
    }
  }
  for (const id of [[postId], { id: postId }, `${postId}`, null]) {
    const { status } = await site.call('POST', '/api/posts', { token: bob, body: { content: 'x', userId: id ?? 1 } })
    assert.equal(status, 403, JSON.stringify(id))
  }
  assert.deepEqual(await tableHashes(site.db), before)
  assert.deepEqual(site.logged, [])
})

const secretNames =
  /^(streamKey|stream_key|email|password.*|.*token|secret|subject|issuer|sub|session.*|hash|ip|app_?metadata)$/i

/** The member's own profile, and the API description, which contains field names but no values. */
const mayNameSecrets = new Set(['/api/users/me', '/api/openapi.json'])

function namesIn(value: unknown, names: string[] = []): string[] {
  if (Array.isArray(value)) for (const one of value) namesIn(one, names)
  else if (value && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      names.push(name)
      namesIn(inner, names)
    }
  }
  return names
}

test('never includes an email address, account, or secret in responses to others', async () => {
  const { site, admin, alice, bob, postId } = await people()
  const reading = routes.filter(({ method }) => method === 'GET')
  for (const { path, access } of reading) {
    const target = path.replace(':username', 'alice').replace('/posts/:id', `/posts/${postId}`).replace(':id', '2')
    for (const token of [null, bob, ...(access === 'admin' ? [] : [admin])]) {
      const text = await (await site.call('GET', target, { token })).text()
      assert.ok(!text.includes('alice@devstead.test'), target)
      for (const secret of [alice, 'secret of alice']) assert.ok(!text.includes(secret), target)
      const names = mayNameSecrets.has(target) || !text.startsWith('{') ? [] : namesIn(JSON.parse(text))
      assert.deepEqual(
        names.filter((name) => secretNames.test(name)),
        [],
        target,
      )
    }
  }
})

test('returns no hashes or secrets, even to the member themselves', async () => {
  const { site, alice } = await people()
  for (const path of ['/auth/v1/user', '/api/users/me', '/auth/v1/.well-known/jwks.json', '/api/config/supabase']) {
    const body = await readJson(site.call('GET', path, { token: alice }))
    assert.deepEqual(
      namesIn(body).filter((name) => /password|hash|secret|^d$|private/i.test(name)),
      [],
      path,
    )
  }
})

test('does not let anyone take another member’s username, and counts twenty concurrent likes once', async () => {
  const { site, alice, bob, postId } = await people()
  for (const username of ['alice', 'ALICE', 'Admina']) {
    const { status } = await site.call('POST', '/api/users', { token: bob, body: { username } })
    assert.equal(status, 409, username)
    const sent = {
      email: `${username}2@devstead.test`,
      password: 'a good secret',
      data: { username, fullName: 'Al Ice' },
    }
    assert.ok((await site.call('POST', '/auth/v1/signup', { body: sent })).status >= 400, username)
  }
  await site.call('PUT', '/auth/v1/user', { token: bob, body: { data: { username: 'alice', fullName: 'Full alice' } } })
  assert.equal((await readJson(site.call('GET', '/api/users/me', { token: bob })))['username'], 'bob')

  const race = (method: string, path: string) =>
    Promise.all(Array.from({ length: 20 }, () => readJson(site.call(method, path, { token: bob }))))
  await race('POST', `/api/posts/${postId}/like`)
  const liked = await readJson(site.call('GET', `/api/posts/${postId}`, { token: alice }))
  assert.deepEqual([liked['likeCount'], liked['isLiked']], [1, false])
  await race('POST', `/api/posts/${postId}/unlike`)
  assert.equal((await readJson(site.call('GET', `/api/posts/${postId}`)))['likeCount'], 0)
})

test('does not let members replace or remove others’ objects, or let visitors store any', async () => {
  const { site, alice, bob } = await people()
  const object = '/storage/v1/object/post-images/shared/a.png'
  const put = (method: string, path: string, token: string | null, upsert = 'false') =>
    site.app.request(path, {
      method,
      headers: { 'content-type': 'image/png', 'x-upsert': upsert, ...(token && { authorization: `Bearer ${token}` }) },
      body: onePixel,
    })
  assert.equal((await put('POST', object, alice)).status, 200)
  const before = await tableHashes(site.db)
  const refusals: [string, Response][] = [
    ['403', await put('POST', object, bob, 'true')],
    ['403', await put('PUT', object, bob)],
    ['403', await put('POST', object.replace('a.png', 'b.png'), null)],
    ['403', await put('POST', object.replace('shared', '2'), bob)],
    ['409', await put('POST', object, bob)],
    ['409', await put('POST', object, alice)],
    ['404', await put('POST', '/storage/v1/object/secrets/a.png', alice)],
  ]
  for (const [code, response] of refusals) assert.equal(((await response.json()) as Json)['statusCode'], code)
  const removal = { token: bob, body: { prefixes: ['shared/a.png', '../a.png', '%', '', 'shared'] } }
  assert.deepEqual(await readJson(site.call('DELETE', '/storage/v1/object/post-images', removal)), [])
  assert.deepEqual(await tableHashes(site.db), before)
})
