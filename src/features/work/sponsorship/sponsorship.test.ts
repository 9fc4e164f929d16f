import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { invalidAmount, maxCents } from './money.contract.ts'
import {
  createSponsorGoal,
  deleteSponsorGoal,
  getOwnSponsorGoal,
  getSponsorGoal,
  oneGoalOnly,
  SponsorGoal,
  updateSponsorGoal,
} from './sponsor-goals.contract.ts'
import { sponsorGoalRoutes } from './sponsor-goals.routes.ts'
import {
  createSponsorTier,
  deleteSponsorTier,
  listOwnSponsorTiers,
  listSponsorTiers,
  maxTiers,
  sizeOf,
  SponsorTier,
  SponsorTierList,
  updateSponsorTier,
} from './sponsor-tiers.contract.ts'
import { sponsorTierRoutes } from './sponsor-tiers.routes.ts'
import { createSponsor, deleteSponsor, OwnSponsor } from './sponsors.contract.ts'
import { sponsorRoutes } from './sponsors.routes.ts'
import { fillInAll, notForOthers, notYours } from './sponsorship.contract.ts'

const routes = [...sponsorTierRoutes, ...sponsorGoalRoutes, ...sponsorRoutes]
const tier = { name: 'Coffee', amount: 500, description: 'Keeps me awake', benefits: ['A thank you', ' ', ' A badge '] }
const goal = { title: 'Write full time', amount: 1000, description: 'One day a week' }

test('lets a member add, change, and delete tiers, and lists them publicly, lowest first', async () => {
  const t = await cast(routes)
  const { alice } = t.members
  const big = await t.alice('POST', createSponsorTier.path, { ...tier, name: 'Patron', amount: 10_000 })
  const small = await t.alice('POST', createSponsorTier.path, { ...tier, userId: alice.id })
  assert.deepEqual([big.status, small.status, t.announced()], [201, 201, ['members']])
  const { id, ...rest } = SponsorTier.parse(small.body)
  assert.deepEqual(rest, { ...tier, benefits: ['A thank you', 'A badge'], userId: alice.id })
  for (const read of [
    t.stranger('GET', listSponsorTiers.href({ id: alice.id })),
    t.alice('GET', listOwnSponsorTiers.path),
  ])
    assert.deepEqual(
      SponsorTierList.parse((await read).body).map(({ name }) => name),
      ['Coffee', 'Patron'],
    )
  const changed = await t.alice('PATCH', updateSponsorTier.href({ id }), {
    amount: 499,
    benefits: { a: 'First', b: '', c: 'Third' },
  })
  assert.deepEqual(changed.body, { id, ...rest, amount: 499, benefits: ['First', 'Third'] })
  assert.deepEqual(t.announced(), ['members', 'removals'])
  const lines = await t.alice('PATCH', updateSponsorTier.href({ id }), { benefits: 'One\n\n Two ', description: null })
  assert.deepEqual([lines.body['benefits'], lines.body['description']], [['One', 'Two'], ''])
  t.announced()
  assert.equal((await t.alice('DELETE', deleteSponsorTier.href({ id }))).status, 204)
  assert.deepEqual(t.announced(), ['members', 'removals'])
  assert.equal((await t.alice('DELETE', deleteSponsorTier.href({ id }))).status, 404)
  assert.equal((await t.alice('PATCH', updateSponsorTier.href({ id }), { amount: 1 })).status, 404)
  assert.deepEqual(t.announced(), [])
  assert.deepEqual((await t.stranger('GET', listSponsorTiers.href({ id: t.members.bob.id }))).body, [])
})

test('lets a member add, change, and delete a goal', async () => {
  const t = await cast(routes)
  const { alice } = t.members
  assert.equal((await t.alice('GET', getOwnSponsorGoal.path)).body, null)
  const made = await t.alice('POST', createSponsorGoal.path, { ...goal, userId: alice.id })
  assert.deepEqual([made.status, t.announced()], [201, ['members']])
  const { id, ...rest } = SponsorGoal.parse(made.body)
  assert.deepEqual(rest, {
    ...goal,
    month: new Date().toISOString().slice(0, 7),
    current: 0,
    ownCurrent: null,
    userId: alice.id,
  })
  const again = await t.alice('POST', createSponsorGoal.path, goal)
  assert.deepEqual([again.status, again.body['message'], t.announced()], [409, oneGoalOnly(), []])
  assert.deepEqual(again.body['goal'], made.body)
  const changed = await t.alice('PATCH', updateSponsorGoal.href({ id }), { amount: 2000, ownCurrent: 350 })
  assert.deepEqual(t.announced(), ['members', 'removals'])
  assert.deepEqual(changed.body, { id, ...rest, amount: 2000, current: 350, ownCurrent: 350 })
  assert.deepEqual((await t.stranger('GET', getSponsorGoal.href({ id: alice.id }))).body, changed.body)
  const counted = await t.alice('PATCH', updateSponsorGoal.href({ id }), { ownCurrent: null, description: null })
  assert.deepEqual([counted.body['current'], counted.body['description']], [0, ''])
  t.announced()
  assert.equal((await t.alice('DELETE', deleteSponsorGoal.href({ id }))).status, 204)
  assert.deepEqual(t.announced(), ['members', 'removals'])
  assert.equal((await t.alice('DELETE', deleteSponsorGoal.href({ id }))).status, 404)
  assert.deepEqual(t.announced(), [])
  assert.equal((await t.stranger('GET', getSponsorGoal.href({ id: alice.id }))).body, null)
  assert.equal((await t.alice('POST', createSponsorGoal.path, goal)).status, 201)
})

test('calculates the amount raised as the sum of active sponsorships, in whole dollars', async () => {
  const t = await cast(routes)
  await t.alice('POST', createSponsorGoal.path, goal)
  for (const amount of [550, 499, null]) await t.alice('POST', createSponsor.path, { displayName: 'Sam', amount })
  const { body } = await t.alice('POST', createSponsor.path, { isPrivate: true, amount: 1000 })
  const current = async () => SponsorGoal.parse((await t.alice('GET', getOwnSponsorGoal.path)).body).current
  assert.equal(await current(), 20)
  await t.alice('DELETE', deleteSponsor.href({ id: OwnSponsor.parse(body).id }))
  assert.equal(await current(), 10)
})

test('creates only one goal from twenty concurrent requests, and limits the number of tiers', async () => {
  const t = await cast(routes)
  const goals = await Promise.all(Array.from({ length: 20 }, () => t.alice('POST', createSponsorGoal.path, goal)))
  assert.deepEqual(
    goals.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, ...Array<number>(19).fill(409)],
  )
  const tiers = await Promise.all(
    Array.from({ length: maxTiers + 5 }, () => t.alice('POST', createSponsorTier.path, tier)),
  )
  assert.equal(tiers.filter(({ status }) => status === 201).length, maxTiers)
  assert.equal(tiers.find(({ status }) => status === 409)!.body['message'], 'You can have at most 20 tiers.')
  const id = SponsorTier.parse(tiers.find(({ status }) => status === 201)!.body).id
  const deleted = await Promise.all(Array.from({ length: 5 }, () => t.alice('DELETE', deleteSponsorTier.href({ id }))))
  assert.deepEqual(
    deleted.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 404, 404, 404, 404],
  )
  assert.deepEqual(t.logged, [])
})

test('lets only the member create tiers and goals, and only the member and administrators change them', async () => {
  const t = await cast(routes)
  const { id } = SponsorTier.parse((await t.alice('POST', createSponsorTier.path, tier)).body)
  const made = SponsorGoal.parse((await t.alice('POST', createSponsorGoal.path, goal)).body)
  t.announced()
  for (const [method, path, body] of [
    ['PATCH', updateSponsorTier.href({ id }), { amount: 1 }],
    ['PATCH', updateSponsorGoal.href({ id: made.id }), { amount: 1 }],
    ['DELETE', deleteSponsorTier.href({ id }), undefined],
    ['DELETE', deleteSponsorGoal.href({ id: made.id }), undefined],
  ] as const) {
    assert.equal((await t.stranger(method, path, body)).status, 401)
    const refused = await t.bob(method, path, body)
    assert.deepEqual([refused.status, refused.body['message'], t.announced()], [403, notYours(), []])
  }
  assert.equal((await t.admin('PATCH', updateSponsorTier.href({ id }), { name: 'Tea' })).status, 200)
  assert.equal((await t.admin('DELETE', deleteSponsorGoal.href({ id: made.id }))).status, 204)
  for (const [path, body] of [
    [createSponsorTier.path, tier],
    [createSponsorGoal.path, goal],
    [createSponsor.path, { displayName: 'Sam' }],
  ] as const) {
    assert.equal((await t.stranger('POST', path, body)).status, 401)
    const forAlice = await t.bob('POST', path, { ...body, userId: t.members.alice.id })
    assert.deepEqual([forAlice.status, forAlice.body['message']], [403, notForOthers()])
  }
  for (const path of [listOwnSponsorTiers.path, getOwnSponsorGoal.path])
    assert.equal((await t.stranger('GET', path)).status, 401)
  for (const bad of badIds) {
    for (const path of [`/api/users/${bad}/sponsor-tiers`, `/api/users/${bad}/sponsor-goal`])
      assert.ok([400, 404].includes((await t.stranger('GET', path)).status), path)
    for (const path of [updateSponsorTier, updateSponsorGoal].map(({ path }) => path.replace(':id', bad)))
      for (const method of ['PATCH', 'DELETE'] as const)
        assert.ok([400, 404].includes((await t.bob(method, path, { amount: 5 })).status), path)
  }
  for (const path of [listSponsorTiers.href({ id: 999_999 }), getSponsorGoal.href({ id: 999_999 })])
    assert.equal((await t.stranger('GET', path)).status, 404)
  assert.equal((await t.bob('PATCH', updateSponsorGoal.href({ id: 999_999 }), { amount: 5 })).status, 404)
  assert.deepEqual(t.logged, [])
})

test('rejects missing fields and invalid amounts with the specified messages', async () => {
  const t = await cast(routes)
  const said = async (path: string, body: object) => {
    const { status, body: answer } = await t.alice<{ message: string }>('POST', path, body)
    assert.equal(status, 400, JSON.stringify(body))
    return answer.message
  }
  for (const name of [undefined, '', '  ', null, 5])
    assert.equal(await said(createSponsorTier.path, { ...tier, name }), fillInAll())
  for (const title of [undefined, ' '])
    assert.equal(await said(createSponsorGoal.path, { ...goal, title }), fillInAll())
  for (const amount of [undefined, null, 0, -1, 10.5, '500', '1e3', '１０', [500], { a: 1 }, true]) {
    assert.equal(await said(createSponsorTier.path, { ...tier, amount }), invalidAmount())
    assert.equal(await said(createSponsorGoal.path, { ...goal, amount }), invalidAmount())
  }
  assert.match(await said(createSponsorTier.path, { ...tier, amount: maxCents + 1 }), /at most \$1,000,000/)
  for (const benefits of [7, [7], ['x'.repeat(201)], Array.from({ length: 21 }, () => 'x'), [['x']]])
    await said(createSponsorTier.path, { ...tier, benefits })
  assert.deepEqual(await many(t.db)`select from sponsor_tiers`, [])
})

test('hides everything related to a suspended member’s sponsorship', async () => {
  const t = await cast(routes)
  const { id } = SponsorTier.parse((await t.alice('POST', createSponsorTier.path, tier)).body)
  await t.alice('POST', createSponsorGoal.path, goal)
  await run(t.db)`update all_members set standing = 'suspended' where id = ${t.members.alice.id}`
  for (const path of [
    listSponsorTiers.href({ id: t.members.alice.id }),
    getSponsorGoal.href({ id: t.members.alice.id }),
  ])
    assert.equal((await t.bob('GET', path)).status, 404)
  assert.equal((await t.admin('PATCH', updateSponsorTier.href({ id }), { amount: 5 })).status, 404)
})

test('names tiers Basic under $10, Premium under $50, and Pro otherwise', () => {
  assert.deepEqual(
    [1, 999, 1000, 4999, 5000, maxCents].map((cents) => sizeOf(cents)),
    ['Basic', 'Basic', 'Premium', 'Premium', 'Pro', 'Pro'],
  )
})
