import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { testDb } from '#tests/support/database.ts'
import { getUser, getUserByUsername, getUsers, getViewer, User, UserList, Viewer } from './profiles.contract.ts'
import { createProfile } from './new-profile.contract.ts'
import { peopleRoutes } from './people.routes.ts'
import { profileRoutes } from './profiles.routes.ts'
import { findOwner, memberCount } from './profiles.store.ts'
import { checkUsername } from './usernames.contract.ts'

const identity = {
  identify: async (authorization: string | undefined) => ({
    issuer: 'test',
    subject: authorization?.replace('Bearer ', ''),
    email: `${authorization?.replace('Bearer ', '')}@example.org`,
    sessionId: null,
    metadata: {},
  }),
} as Context['identity']
const castProfiles = () => cast([...profileRoutes, ...peopleRoutes], { identity })

test('returns the caller’s own profile with their email address', async () => {
  const t = await castProfiles()
  await t.postBy('alice')
  const { status, body } = await t.alice('GET', getViewer.path)
  assert.equal(status, 200)
  const me = Viewer.parse(body)
  assert.deepEqual(
    [me.username, me.displayName, me.email, me.role, me.postCount],
    ['alice', 'Alice Archer', 'alice@example.org', 'member', 1],
  )
})

test('rejects a visitor’s request for the current user’s profile', async () => {
  const t = await castProfiles()
  const { status, body } = await t.stranger<{ code: string }>('GET', getViewer.path)
  assert.deepEqual([status, body.code], [401, 'not_signed_in'])
})

test('returns public profiles by case-insensitive username or by ID, without the email address or account', async () => {
  const t = await castProfiles()
  for (const path of [getUserByUsername.href({ username: 'ALICE' }), getUser.href({ id: t.members.alice.id })]) {
    for (const who of [t.stranger, t.bob, t.alice]) {
      const { status, body } = await who('GET', path)
      assert.equal(status, 200)
      assert.equal(User.parse(body).username, 'alice')
      assert.deepEqual(
        Object.keys(body).toSorted(),
        Object.keys(User.def.shape)
          .filter((name) => name !== 'availability' && name !== 'hasCv')
          .toSorted(),
      )
    }
  }
})

test('returns 404 for unknown profiles and 400 for invalid IDs', async () => {
  const t = await castProfiles()
  const statusFor = async (name: string) =>
    (await t.stranger('GET', getUserByUsername.path.replace(':username', name))).status
  for (const name of ['nobody', "alice'--", '%25', '%2e%2e', 'a'.repeat(999)])
    assert.equal(await statusFor(name), 404, name)
  assert.equal(await statusFor('%00'), 400)
  assert.equal((await t.stranger('GET', getUser.href({ id: 404_404 }))).status, 404)
  for (const id of badIds) assert.equal((await t.stranger('GET', `/api/users/${id}`)).status, 400, id)
  assert.deepEqual(t.logged, [])
})

test('lets anyone check whether a username is taken, ignoring case', async () => {
  const t = await castProfiles()
  assert.deepEqual((await t.stranger('GET', checkUsername.href({ username: 'ALICE' }))).body, { isTaken: true })
  assert.deepEqual((await t.stranger('GET', checkUsername.href({ username: 'nobody-yet' }))).body, { isTaken: false })
  assert.equal((await t.stranger('GET', checkUsername.path.replace(':username', '%00'))).status, 400)
  assert.equal((await t.stranger('GET', checkUsername.path.replace(':username', '12'))).status, 400)
})

test('paginates members, newest first', async () => {
  const t = await castProfiles()
  const first = UserList.parse((await t.stranger('GET', `${getUsers.path}?limit=2`)).body)
  assert.deepEqual(
    [first.users.map(({ username }) => username), first.page, first.totalPages, first.total],
    [['admina', 'bob'], 1, 2, 3],
  )
  const past = await t.stranger('GET', `${getUsers.path}?limit=2&page=9`)
  assert.deepEqual(past.body, { users: [], page: 9, totalPages: 2, total: 3 })
  for (const query of ['page=0', 'page=abc', 'limit=101', 'limit=0'])
    assert.equal((await t.stranger('GET', `${getUsers.path}?${query}`)).status, 400, query)
})

test('fills in only empty profile fields', async () => {
  const t = await castProfiles()
  const sent = {
    username: 'alice',
    displayName: 'Mallory',
    password: 'secret',
    title: 'Engineer',
    bio: 'Hello',
    githubUsername: 'alice',
  }
  const first = await t.alice('POST', createProfile.path, sent)
  assert.deepEqual([first.status, t.announced()], [200, ['members']])
  const made = Viewer.parse(first.body)
  assert.deepEqual(
    [made.displayName, made.title, made.bio, made.githubUsername, made.profileImage],
    ['Alice Archer', 'Engineer', 'Hello', 'alice', null],
  )
  const again = await t.alice('POST', createProfile.path, { title: 'Boss', profileImage: 'https://example.org/a.png' })
  const kept = Viewer.parse(again.body)
  assert.deepEqual([kept.title, kept.bio, kept.profileImage], ['Engineer', 'Hello', 'https://example.org/a.png'])
})

test('rejects another member’s username', async () => {
  const t = await castProfiles()
  const { status, body } = await t.bob<{ message: string }>('POST', createProfile.path, {
    username: 'ALICE',
    bio: 'Mine',
  })
  assert.deepEqual([status, body.message, t.announced()], [409, 'Username is already taken', []])
  const row = await one(t.db)`select username, bio from members where username = 'bob'`
  assert.deepEqual(row, { username: 'bob', bio: '' })
})

test('ignores role, ID, account, and creation time in the body', async () => {
  const t = await castProfiles()
  const rowOf = () =>
    one(t.db)`select id, issuer, subject, role, username, created_at from members where id = ${t.members.bob.id}`
  const before = await rowOf()
  const body =
    '{"id":1,"role":"admin","isAdmin":true,"issuer":"x","subject":"alice","createdAt":"2000-01-01T00:00:00.000Z","username":"free-name","postCount":9,"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}'
  const { status } = await t.bob('POST', createProfile.path, body)
  assert.equal(status, 200)
  assert.deepEqual(await rowOf(), before)
  assert.equal(({} as { role?: string }).role, undefined)
  const { status: refused } = await t.bob('POST', createProfile.path, { userId: t.members.alice.id })
  assert.equal(refused, 403)
})

test('rejects visitors and invalid bodies', async () => {
  const t = await castProfiles()
  assert.equal((await t.stranger('POST', createProfile.path, { username: 'eve' })).status, 401)
  assert.equal(await memberCount(t.db), 3)
  const bad = [
    ...badBodies,
    { title: ['Engineer'] },
    { title: 'x'.repeat(101) },
    { bio: 'x'.repeat(2001) },
    { bio: 'a\0b' },
    { profileImage: 'javascript:alert(1)' },
    { profileImage: ' JaVaScRiPt:alert(1)' },
    { profileImage: 'data:image/svg+xml,<svg>' },
    { profileImage: '//evil.example/a.png' },
    { profileImage: '/storage/../api' },
    { githubUsername: 'not a name' },
    { githubUsername: '../alice' },
  ]
  for (const body of bad)
    assert.equal((await t.alice('POST', createProfile.path, body)).status, 400, JSON.stringify(body))
  assert.equal((await t.alice('POST', createProfile.path, '{"title":')).status, 400)
  const row = await one(t.db)`select title, bio, profile_image, github_username from members where username = 'alice'`
  assert.deepEqual(row, { title: '', bio: '', profile_image: null, github_username: null })
  assert.deepEqual(t.logged, [])
})

test('treats the first member as the owner until ownership is set', async () => {
  const db = await testDb()
  assert.equal(await findOwner(db), null)
  await run(db)`insert into members (issuer, subject, username, display_name)
    values ('test', '1', 'first', 'First'), ('test', '2', 'Boss', 'Boss')`
  assert.equal((await findOwner(db))?.username, 'first')
  await run(db)`insert into site_ownership (member_id) select id from members where username = 'Boss'`
  assert.equal((await findOwner(db))?.username, 'Boss')
})
