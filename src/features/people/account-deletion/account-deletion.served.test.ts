import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, run } from '#kernel/db.ts'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import { getPosts } from '#features/writing/posts/posts.contract.ts'
import { getViewer } from '#features/people/profiles/profiles.contract.ts'
import { changeOwner } from '#features/people/profiles/roles.contract.ts'
import { untilBlocked } from '#tests/support/database.ts'
import { siteWithLinus } from '#tests/support/leaving.ts'

test('rejects visitors, members without a recent sign-in, and requests that omit what to do with posts', async () => {
  const t = await siteWithLinus()
  for (const body of [{}, { posts: 'some' }, { password: 'secret of linusleaves' }]) {
    assert.equal((await t.linus('POST', deleteAccount.path, body)).status, 400, JSON.stringify(body))
  }
  assert.equal((await t.stranger('POST', deleteAccount.path, { posts: 'keep' })).status, 401)
  await run(t.db)`update identity_sessions set proven_at = null`
  const refused = await t.leave('remove')
  assert.deepEqual([refused.status, refused.body.code], [403, 'reauthentication_needed'])
  assert.equal((await t.linus('GET', getViewer.path)).status, 200)
  assert.deepEqual(t.logged, [])
})

test('rejects the old token and a second deletion, reserves the username, and frees the email address', async () => {
  const t = await siteWithLinus()
  const answers = await Promise.all([t.leave('keep'), t.leave('keep')])
  assert.deepEqual(answers.map(({ status }) => status).sort(byNumber), [204, 401])
  for (const target of [getViewer.path, '/api/drafts', '/auth/v1/user']) {
    assert.ok([401, 403].includes((await t.linus('GET', target)).status), target)
  }
  assert.equal((await t.leave('keep')).status, 401)
  assert.equal((await t.linus('GET', getPosts.path)).status, 200)
  assert.deepEqual((await t.stranger('GET', '/api/usernames/LinusLeaves')).body, { isTaken: true })
  const again = { email: 'linusleaves@devstead.test', password: 'a new secret' }
  const taken = { ...again, data: { username: 'linusleaves', fullName: 'Linus' } }
  assert.equal((await t.stranger('POST', '/auth/v1/signup', taken)).status, 409)
  const { body } = await t.stranger<{ access_token: string }>('POST', '/auth/v1/signup', {
    ...again,
    data: { username: 'linusreturns', fullName: 'Linus Again' },
  })
  const me = await t.as(body.access_token)<{ id: number; username: string }>('GET', getViewer.path)
  assert.equal(me.body.username, 'linusreturns')
  assert.notEqual(me.body.id, t.ids.linus)
  assert.deepEqual(t.logged, [])
})

test('rejects a concurrent second deletion as signed out, instead of asking for confirmation again', async () => {
  const t = await siteWithLinus()
  const now = Date.now()
  t.clock.now = () => now
  const { subject } = (await t.ctx.identity.identify(`Bearer ${t.tokens.linus}`))!
  await t.linus('POST', deleteAccount.path, {})
  let second: ReturnType<typeof t.leave> | undefined
  await inTransaction(t.db, async (db) => {
    await run(db)`select from rate_limits where key = ${`departures:${t.ids.linus}`} for update`
    second = t.leave('keep')
    await untilBlocked(t.db)
    await t.ctx.deleteAccount({ memberId: t.ids.linus, subject, posts: 'keep' })
  })
  assert.equal((await second!).status, 401)
})

test('deletes the owner’s account only if they are the last member; the next sign-up becomes the owner', async () => {
  const t = await siteWithLinus()
  const deletion = { posts: 'remove' }
  const refused = await t.ada<{ message: string }>('POST', deleteAccount.path, deletion)
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /You own this site/)
  assert.equal((await t.ada('GET', getViewer.path)).status, 200)
  await t.leave('remove')
  assert.equal((await t.ada('POST', deleteAccount.path, deletion)).status, 204)
  const token = await t.register('successor')
  assert.equal((await t.as(token)<{ role: string }>('GET', getViewer.path)).body.role, 'admin')
})

test('deletes only one of the last two administrators when both delete their accounts concurrently', async () => {
  const t = await siteWithLinus()
  await t.register('bystander')
  await run(t.db)`update members set role = 'admin' where id = ${t.ids.linus}`
  await run(t.db)`delete from site_ownership`
  const answers = await Promise.all([t.leave('keep'), t.ada('POST', deleteAccount.path, { posts: 'keep' })])
  assert.deepEqual(answers.map(({ status }) => status).sort(byNumber), [204, 409])
})

test('lets the former owner delete their account after a transfer, even while the new owner is deleting theirs', async () => {
  const t = await siteWithLinus()
  const transfer = { memberId: t.ids.linus }
  assert.equal((await t.ada('PUT', changeOwner.path, transfer)).status, 200)
  const [linus, ada] = await Promise.all([t.leave('keep'), t.ada('POST', deleteAccount.path, { posts: 'keep' })])
  assert.equal(ada.status, 204)
  assert.ok([204, 409].includes(linus.status), String(linus.status))
})

const byNumber = (one: number, other: number) => one - other
