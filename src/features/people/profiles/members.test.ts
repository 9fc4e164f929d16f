import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { many, one } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { checkSignUp, isUsernameTaken, memberOfIdentity } from './members.store.ts'

const person = (subject: string, metadata = {}, email = `${subject}@example.org`) => ({
  issuer: 'here',
  subject,
  email,
  metadata,
})

test('creates the profile from the sign-up metadata when it first sees a valid token', async () => {
  const db = await testDb()
  const metadata = { username: 'Ada', fullName: 'Ada Lovelace' }
  const first = await memberOfIdentity(db, person('1', metadata))
  assert.deepEqual(first, { id: first.id, username: 'Ada', role: 'admin' })
  assert.deepEqual(await memberOfIdentity(db, person('1', { username: 'other' })), first)
  const row = await one(db)`select display_name as name from members`
  assert.deepEqual(row, { name: 'Ada Lovelace' })
})

test('creates one profile for concurrent first requests', async () => {
  const db = await testDb()
  const calls = Array.from({ length: 10 }, () => memberOfIdentity(db, person('1', { username: 'ada' })))
  const ids = (await Promise.all(calls)).map(({ id }) => id)
  assert.equal(new Set(ids).size, 1)
})

test('makes only one member an administrator when several people sign up on a new site at the same time', async () => {
  const db = await testDb()
  const calls = Array.from({ length: 10 }, (_, n) => memberOfIdentity(db, person(`${n}`)))
  const admins = (await Promise.all(calls)).filter(({ role }) => role === 'admin')
  assert.equal(admins.length, 1)
})

test('makes the member named in the settings an administrator instead of the first member', async () => {
  const db = await testDb()
  assert.equal(
    (await memberOfIdentity(db, person('1', { username: 'early' }), { ownerUsername: 'Boss' })).role,
    'member',
  )
  assert.equal((await memberOfIdentity(db, person('2', { username: 'boss' }), { ownerUsername: 'Boss' })).role, 'admin')
  assert.equal(
    (await memberOfIdentity(db, person('3', { username: 'late' }), { ownerUsername: 'Boss' })).role,
    'member',
  )
})

test('treats the same subject from another issuer as a different member', async () => {
  const db = await testDb()
  const here = await memberOfIdentity(db, person('1'))
  const there = await memberOfIdentity(db, { ...person('1'), issuer: 'there' })
  assert.notEqual(here.id, there.id)
})

test('appends a number to a username that is already taken, ignoring case', async () => {
  const db = await testDb()
  await memberOfIdentity(db, person('1', { username: 'alice' }))
  assert.equal((await memberOfIdentity(db, person('2', { username: 'Alice' }))).username, 'Alice-2')
  const many = await Promise.all(
    ['3', '4', '5'].map((subject) => memberOfIdentity(db, person(subject, { username: 'alice' }))),
  )
  assert.deepEqual(many.map(({ username }) => username).toSorted(), ['alice-3', 'alice-4', 'alice-5'])
})

test('derives a username from the email address if the token does not contain a valid one', async () => {
  const db = await testDb()
  await memberOfIdentity(db, person('1', {}, 'grace.hopper@example.org'))
  await memberOfIdentity(db, person('2', { username: 'admin', fullName: 'X' }))
  await memberOfIdentity(db, person('3', { username: '<b>bold</b>' }))
  await memberOfIdentity(db, person('4', {}, ''))
  const rows = await many<{ username: string; name: string }>(db)`
    select username, display_name as name from members order by id`
  assert.deepEqual(rows, [
    { username: 'grace-hopper', name: 'grace-hopper' },
    { username: 'dev-admin', name: 'dev-admin' },
    { username: 'b-bold-b', name: 'b-bold-b' },
    { username: 'dev', name: 'dev' },
  ])
})

test('rejects taken and invalid usernames before creating the account', async () => {
  const db = await testDb()
  await memberOfIdentity(db, person('1', { username: 'alice' }))
  await expect(checkSignUp(db, { username: 'ALICE', fullName: 'Alice Two' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Username is already taken',
  })
  await expect(checkSignUp(db, { username: 'al' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'Username must be at least 3 characters',
  })
  await expect(checkSignUp(db, { username: 'bob', fullName: 'B' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'Full name must be at least 2 characters',
  })
  await checkSignUp(db, { username: 'bob', fullName: 'Bob Baker' })
  await checkSignUp(db, {})
})

test('ignores case when checking whether a username is taken', async () => {
  const db = await testDb()
  await memberOfIdentity(db, person('1', { username: 'Alice' }))
  assert.deepEqual([await isUsernameTaken(db, 'aLICE'), await isUsernameTaken(db, 'alice2')], [true, false])
})
