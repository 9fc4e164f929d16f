import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, run } from '#kernel/db.ts'
import { departurePath } from '#features/departures/departures.contract.ts'
import { postsPath } from '#features/posts/posts.contract.ts'
import { mePath } from '#features/profiles/profiles.contract.ts'
import { untilSomebodyWaits } from '#tests/database.ts'
import { siteWithLinus } from '#tests/leaving.ts'

test('with a wrong password, none, or nothing said of the posts, nobody leaves', async () => {
  const t = await siteWithLinus()
  const wrong = await t.leave('remove', 'secret of somebody')
  assert.deepEqual([wrong.status, wrong.body.issues?.[0]?.path], [400, 'password'])
  for (const body of [
    {},
    { password: 'secret of linusleaves' },
    { posts: 'remove' },
    { password: '', posts: 'keep' },
  ]) {
    assert.equal((await t.linus('POST', departurePath, body)).status, 400, JSON.stringify(body))
  }
  assert.equal((await t.stranger('POST', departurePath, { password: 'x', posts: 'keep' })).status, 401)
  assert.equal((await t.linus('GET', mePath)).status, 200)
  assert.deepEqual(t.logged, [])
})

test('a password cannot be guessed here either', async () => {
  const t = await siteWithLinus()
  const answers: number[] = []
  for (let i = 0; i < 12; i++) answers.push((await t.leave('keep', `guess ${i}`)).status)
  assert.deepEqual([answers.slice(0, 10), answers.slice(10)], [Array(10).fill(400), [429, 429]])
  assert.equal((await t.leave('keep')).status, 429)
})

test('the token is worth nothing at once, nor is a second departure; nobody gets the username, and the address is free', async () => {
  const t = await siteWithLinus()
  const answers = await Promise.all([t.leave('keep'), t.leave('keep')])
  assert.deepEqual(answers.map(({ status }) => status).sort(byNumber), [204, 401])
  for (const target of [mePath, '/api/drafts', '/auth/v1/user']) {
    assert.ok([401, 403].includes((await t.linus('GET', target)).status), target)
  }
  assert.equal((await t.leave('keep')).status, 401)
  assert.equal((await t.linus('GET', postsPath)).status, 200)
  assert.deepEqual((await t.stranger('GET', '/api/usernames/LinusLeaves')).body, { isTaken: true })
  const again = { email: 'linusleaves@devstead.test', password: 'a new secret' }
  const taken = { ...again, data: { username: 'linusleaves', fullName: 'Linus' } }
  assert.equal((await t.stranger('POST', '/auth/v1/signup', taken)).status, 409)
  const { body } = await t.stranger<{ access_token: string }>('POST', '/auth/v1/signup', {
    ...again,
    data: { username: 'linusreturns', fullName: 'Linus Again' },
  })
  const me = await t.as(body.access_token)<{ id: number; username: string }>('GET', mePath)
  assert.equal(me.body.username, 'linusreturns')
  assert.notEqual(me.body.id, t.ids.linus)
  assert.deepEqual(t.logged, [])
})

test('whoever has left while their second call waited is told so, and not of a wrong password', async () => {
  const t = await siteWithLinus()
  const now = Date.now()
  t.clock.now = () => now
  const { subject } = (await t.ctx.identity.identify(`Bearer ${t.tokens.linus}`))!
  await t.leave('keep', 'secret of somebody')
  let second: ReturnType<typeof t.leave> | undefined
  await inTransaction(t.db, async (db) => {
    await run(db)`select from rate_limits where key = ${`departures:${t.ids.linus}`} for update`
    second = t.leave('keep')
    await untilSomebodyWaits(t.db)
    await t.ctx.depart({ memberId: t.ids.linus, subject, posts: 'keep' })
  })
  assert.equal((await second!).status, 401)
})

test('the last administrator stays while there are others; alone they may leave, and the next to come is one', async () => {
  const t = await siteWithLinus()
  const departure = { password: 'secret of adawrites', posts: 'remove' }
  const refused = await t.ada<{ message: string }>('POST', departurePath, departure)
  assert.equal(refused.status, 409)
  assert.match(refused.body.message, /only administrator/)
  assert.equal((await t.ada('GET', mePath)).status, 200)
  await t.leave('remove')
  assert.equal((await t.ada('POST', departurePath, departure)).status, 204)
  const token = await t.register('successor')
  assert.equal((await t.as(token)<{ role: string }>('GET', mePath)).body.role, 'admin')
})

test('two administrators who leave at once: one of them stays', async () => {
  const t = await siteWithLinus()
  await t.register('bystander')
  await run(t.db)`update members set role = 'admin' where id = ${t.ids.linus}`
  const answers = await Promise.all([
    t.leave('keep'),
    t.ada('POST', departurePath, { password: 'secret of adawrites', posts: 'keep' }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(byNumber), [204, 409])
})

const byNumber = (one: number, other: number) => one - other
