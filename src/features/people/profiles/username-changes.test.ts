import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { anonymizeMember } from './deleted-members.store.ts'
import { checkSignUp, isUsernameTaken, memberOfIdentity } from './members.store.ts'
import { getUserByUsername } from './profiles.contract.ts'
import { createProfile } from './new-profile.contract.ts'
import { profileRoutes } from './profiles.routes.ts'
import { claimOwnership } from './roles.store.ts'
import { changeUsername, getUsernames, renameMember, type Usernames } from './username-changes.contract.ts'
import { usernameRoutes } from './username-changes.routes.ts'
import { checkUsername } from './usernames.contract.ts'

const dayMs = 86_400_000

async function castNames(ownerUsername: string | null = null) {
  const renamed: string[][] = []
  const identity = {
    identify: async () => null,
    isRecentlyProven: async () => true,
    renameAccount: async (_, ...names) => void renamed.push(names),
  } as Pick<Context['identity'], 'identify' | 'isRecentlyProven' | 'renameAccount'> as Context['identity']
  const time = { ms: Date.now() }
  const site = { ownerUsername } as Context['site']
  const t = await cast([...profileRoutes, ...usernameRoutes], { identity, site, clock: { now: () => time.ms } })
  const rename = async (who: 'alice' | 'bob' | 'admin' | 'stranger', username: unknown) => {
    const { status, body } = await t[who]<Usernames & { message: string }>('PUT', changeUsername.path, { username })
    return { status, ...body }
  }
  const found = async (username: string) =>
    (await t.stranger<{ username: string }>('GET', getUserByUsername.href({ username }))).body.username
  return { ...t, rename, found, renamed, time }
}

test('changes the username and still finds the member by the former one', async () => {
  const t = await castNames()
  const { status, username, formerUsernames, changesLeft, nextChangeAt } = await t.rename('alice', 'Ally')
  assert.deepEqual([status, username, formerUsernames, changesLeft, nextChangeAt], [200, 'Ally', ['alice'], 2, null])
  assert.deepEqual(t.announced(), ['members', 'posts', 'removals'])
  assert.deepEqual([await t.found('ally'), await t.found('ALICE')], ['Ally', 'Ally'])
  assert.deepEqual(t.renamed, [['alice', 'Ally']])
})

test('does nothing when the username is already set', async () => {
  const t = await castNames()
  await t.rename('alice', 'ally')
  const again = await t.rename('alice', 'ally')
  assert.deepEqual([again.status, again.changesLeft, t.renamed.length], [200, 2, 1])
})

test('allows a username change that affects only letter case', async () => {
  const t = await castNames()
  const { username, formerUsernames } = await t.rename('alice', 'Alice')
  assert.deepEqual([username, formerUsernames, await t.found('alice')], ['Alice', [], 'Alice'])
})

test('rejects visitors, other members, and unknown members', async () => {
  const t = await castNames()
  assert.equal((await t.rename('stranger', 'ally')).status, 401)
  assert.equal((await t.stranger('GET', getUsernames.path)).status, 401)
  const body = { username: 'robert' }
  const path = renameMember.href({ id: t.members.bob.id })
  assert.equal((await t.stranger('PUT', path, body)).status, 401)
  assert.equal((await t.alice('PUT', path, body)).status, 403)
  assert.equal((await t.admin('PUT', renameMember.href({ id: 404_404 }), body)).status, 404)
  for (const id of badIds) assert.equal((await t.admin('PUT', `/api/admin/members/${id}/username`, body)).status, 400)
})

test('rejects invalid, reserved, and taken usernames', async () => {
  const t = await castNames()
  for (const username of ['ab', 'a b c', '12345', 'a'.repeat(31), '~alice', 'Settings', 'admin', 7, null, undefined])
    assert.equal((await t.rename('alice', username)).status, 400, String(username))
  for (const body of badBodies) assert.equal((await t.alice('PUT', changeUsername.path, body)).status, 400)
  const taken = await t.rename('alice', 'BOB')
  assert.deepEqual([taken.status, taken.message], [409, 'Username is already taken'])
  assert.deepEqual([await t.found('alice'), t.renamed], ['alice', []])
})

test('does not let anyone else take a former username, whether by changing their own or by signing up', async () => {
  const t = await castNames()
  await t.rename('alice', 'ally')
  assert.equal((await t.rename('bob', 'Alice')).status, 409)
  assert.deepEqual((await t.stranger('GET', checkUsername.href({ username: 'ALICE' }))).body, { isTaken: true })
  await assert.rejects(checkSignUp(t.db, { username: 'Alice' }), /Username is already taken/)
  const person = { issuer: 'test', subject: 'late', email: 'late@example.org', metadata: { username: 'alice' } }
  assert.equal((await memberOfIdentity(t.db, person)).username, 'alice-2')
})

test('lets a member take a former username back', async () => {
  const t = await castNames()
  await t.rename('alice', 'ally')
  const { status, formerUsernames, changesLeft } = await t.rename('alice', 'alice')
  assert.deepEqual([status, formerUsernames, changesLeft], [200, ['ally'], 1])
  assert.deepEqual([await t.found('ally'), await t.found('alice')], ['alice', 'alice'])
})

test('limits changes, and explains when the next one is possible', async () => {
  const t = await castNames()
  for (const name of ['ally', 'alina', 'alma']) assert.equal((await t.rename('alice', name)).status, 200)
  const nextAt = new Date(t.time.ms + 30 * dayMs)
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(nextAt)
  const refused = await t.rename('alice', 'alba')
  const message = `You can change your username 3 times in 30 days. Try again after ${day}.`
  assert.deepEqual([refused.status, refused.message], [429, message])
  const { body } = await t.alice<Usernames>('GET', getUsernames.path)
  assert.deepEqual([body.username, body.changesLeft, body.nextChangeAt], ['alma', 0, nextAt.toISOString()])
  t.time.ms += 30 * dayMs
  assert.equal((await t.rename('alice', 'alba')).status, 200)
  assert.deepEqual(await Promise.all(['alice', 'ally', 'alina', 'alma'].map(t.found)), Array(4).fill('alba'))
})

test('gives a username to only one of two members who request it at the same time', async () => {
  const t = await castNames()
  const both = await Promise.all([t.rename('alice', 'sunny'), t.rename('bob', 'Sunny')])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
})

test('lets administrators rename members who are not administrators, as often as needed', async () => {
  const t = await castNames()
  const path = renameMember.href({ id: t.members.bob.id })
  await run(t.db)`update all_members set standing = 'suspended' where id = ${t.members.bob.id}`
  for (const username of ['rob1', 'rob2', 'rob3', 'rob4', 'rob4']) {
    const { status, body } = await t.admin<Usernames>('PUT', path, { username })
    assert.deepEqual([status, body.username], [200, username])
  }
  assert.equal((await t.admin('PUT', path, { username: 'alice' })).status, 409)
  assert.equal((await t.admin('PUT', renameMember.href({ id: t.members.admin.id }), { username: 'boss' })).status, 403)
})

test('finds the owner by a former username in OWNER_USERNAME', async () => {
  const t = await castNames('alice')
  await t.rename('alice', 'ally')
  assert.equal(await claimOwnership(t.db, 'Alice'), 'done')
  const owner = await one(t.db)`select username from members where id = (select id from site_owner)`
  assert.deepEqual(owner, { username: 'ally' })
  assert.equal((await t.rename('alice', 'alice')).status, 200)
})

test('reserves the username in OWNER_USERNAME for the owner', async () => {
  const t = await castNames('founder')
  assert.equal((await t.rename('bob', 'Founder')).status, 409)
})

test('ignores an outdated username in the account’s metadata', async () => {
  const t = await castNames()
  await t.rename('alice', 'ally')
  const person = { issuer: 'test', subject: 'alice', email: 'alice@example.org', metadata: { username: 'alice' } }
  assert.equal((await memberOfIdentity(t.db, person)).username, 'ally')
  assert.equal((await t.alice('POST', createProfile.path, { username: 'alice' })).status, 200)
  assert.equal(await t.found('alice'), 'ally')
})

test('keeps a deleted member’s former usernames reserved but unreadable', async () => {
  const t = await castNames()
  await t.rename('alice', 'ally')
  await anonymizeMember(t.db, t.members.alice.id)
  assert.deepEqual(await many(t.db)`select username from former_usernames`, [])
  assert.deepEqual([await isUsernameTaken(t.db, 'Alice'), await isUsernameTaken(t.db, 'ally')], [true, true])
  assert.equal(await t.found('alice'), undefined)
})
