import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import {
  amountShown,
  createSponsor,
  deleteSponsor,
  listOwnSponsors,
  listSponsors,
  OwnSponsor,
  OwnSponsorList,
  privateSponsor,
  sinceShown,
  SponsorList,
  updateSponsor,
} from './sponsors.contract.ts'
import { nameOf } from './sponsor-input.contract.ts'
import { sponsorRoutes } from './sponsors.routes.ts'
import { removeSponsorshipOf } from './sponsors.store.ts'
import { fillInAll } from './sponsorship.contract.ts'

const sam = {
  displayName: 'Sam Smith',
  username: 'sam',
  profileUrl: 'https://sam.example',
  amount: 500,
  since: '2024-02',
}

/** Returns counts that do not match the sponsors. */
const wrongCounts = (db: Awaited<ReturnType<typeof cast>>['db']) => many(db)`
  select * from sponsor_counts c where (sponsor_count, monthly_cents) <> (
    select count(*), coalesce(sum(s.monthly_cents), 0) from sponsors s where s.member_id = c.member_id and is_active)`

test('lets a member add, change, and remove sponsors, and shows amounts only to that member', async () => {
  const t = await cast(sponsorRoutes)
  const made = await t.alice('POST', createSponsor.path, sam)
  assert.deepEqual([made.status, t.announced()], [201, ['members']])
  const { id, ...rest } = OwnSponsor.parse(made.body)
  const kept = { ...sam, profileUrl: 'https://sam.example/', profileImage: null, isPrivate: false, source: 'manual' }
  assert.deepEqual(rest, kept)
  const own = OwnSponsorList.parse((await t.alice('GET', listOwnSponsors.path)).body)
  assert.deepEqual([own.sponsors, own.total], [[{ id, ...kept }], 1])
  const seen = await t.stranger('GET', listSponsors.href({ id: t.members.alice.id }))
  const { amount: _amount, since: _since, source: _source, ...shown } = kept
  assert.deepEqual(SponsorList.parse(seen.body).sponsors, [{ id, ...shown }])
  assert.doesNotMatch(JSON.stringify(seen.body), /500|2024/)
  const changed = await t.alice('PUT', updateSponsor.href({ id }), { displayName: 'Sam S.', profileUrl: null })
  assert.deepEqual([changed.body['displayName'], changed.body['amount'], changed.body['since']], ['Sam S.', null, null])
  assert.deepEqual(t.announced(), ['members', 'removals'])
  assert.equal((await t.alice('DELETE', deleteSponsor.href({ id }))).status, 204)
  assert.deepEqual(t.announced(), ['members', 'removals'])
  assert.equal((await t.alice('DELETE', deleteSponsor.href({ id }))).status, 404)
  assert.equal((await t.alice('PUT', updateSponsor.href({ id }), sam)).status, 404)
  assert.deepEqual([await wrongCounts(t.db), t.announced()], [[], []])
})

test('counts private sponsors but never stores their names', async () => {
  const t = await cast(sponsorRoutes)
  const image = 'https://pictures.example/secret.png'
  const { body } = await t.alice('POST', createSponsor.path, { ...sam, profileImage: image, isPrivate: true })
  await t.alice('POST', createSponsor.path, { displayName: 'Open' })
  for (const answer of [
    await t.stranger('GET', listSponsors.href({ id: t.members.alice.id })),
    await t.alice('GET', listOwnSponsors.path),
    await t.admin('GET', listSponsors.href({ id: t.members.alice.id })),
  ]) {
    const { sponsors, total } = SponsorList.parse(answer.body)
    assert.deepEqual([sponsors.map(({ displayName }) => displayName), total], [['Open', privateSponsor], 2])
    assert.doesNotMatch(JSON.stringify(answer.body), /sam|secret/i)
  }
  const [row] = await many<object>(t.db)`select * from sponsors where is_private`
  assert.doesNotMatch(JSON.stringify(row), /sam|secret/i)
  const id = OwnSponsor.parse(body).id
  assert.equal((await t.alice('PUT', updateSponsor.href({ id }), { isPrivate: false })).body['message'], fillInAll())
  assert.equal(
    (await t.alice('PUT', updateSponsor.href({ id }), { displayName: 'Known now' })).body['isPrivate'],
    false,
  )
  await t.alice('PUT', updateSponsor.href({ id }), { displayName: 'Known now', isPrivate: true })
  assert.doesNotMatch(JSON.stringify(await many(t.db)`select * from sponsors`), /Known/)
})

test('lists five sponsors per page by default, with the total', async () => {
  const t = await cast(sponsorRoutes)
  await run(t.db)`insert into sponsors (member_id, source, display_name, is_private)
    select ${t.members.alice.id}::int, 'manual', case when n % 3 > 0 then 'Sponsor ' || n end, n % 3 = 0
    from generate_series(1, 12) n`
  const list = async (query = '') => {
    const { body } = await t.stranger('GET', listSponsors.href({ id: t.members.alice.id }) + query)
    const { sponsors, ...pages } = SponsorList.parse(body)
    return [sponsors.map(({ displayName }) => displayName.replace('Sponsor ', '')), pages]
  }
  assert.deepEqual(await list(), [['11', '10', '8', '7', '5'], { page: 1, totalPages: 3, total: 12 }])
  assert.deepEqual(await list('?limit=10&page=2'), [
    [privateSponsor, privateSponsor],
    { page: 2, totalPages: 2, total: 12 },
  ])
  assert.deepEqual(await list('?page=9'), [[], { page: 9, totalPages: 3, total: 12 }])
  assert.equal((await t.stranger('GET', `${listSponsors.href({ id: t.members.alice.id })}?limit=x`)).status, 400)
})

test('rejects other members and invalid input', async () => {
  const t = await cast(sponsorRoutes)
  const { id } = OwnSponsor.parse((await t.alice('POST', createSponsor.path, sam)).body)
  for (const [method, body] of [
    ['PUT', sam],
    ['DELETE', undefined],
  ] as const) {
    assert.equal((await t.stranger(method, updateSponsor.href({ id }), body)).status, 401)
    assert.equal((await t.bob(method, updateSponsor.href({ id }), body)).status, 403)
  }
  assert.equal((await t.stranger('GET', listOwnSponsors.path)).status, 401)
  assert.equal((await t.stranger('GET', listSponsors.href({ id: 999_999 }))).status, 404)
  for (const bad of badIds)
    assert.ok([400, 404].includes((await t.alice('DELETE', deleteSponsor.path.replace(':id', bad))).status))
  for (const wrong of [
    { displayName: ' ' },
    { displayName: '\u200b' },
    { amount: -1 },
    { amount: 1.5 },
    { amount: '5' },
    { since: '2024' },
    { since: '2024-13' },
    { profileUrl: 'javascript:alert(1)' },
    { profileImage: 'data:image/png;base64,AA' },
    { isPrivate: 'yes' },
  ])
    assert.equal((await t.alice('POST', createSponsor.path, { ...sam, ...wrong })).status, 400, JSON.stringify(wrong))
  assert.equal((await t.admin('DELETE', deleteSponsor.href({ id }))).status, 204)
  assert.deepEqual(t.logged, [])
})

test('keeps counts correct under concurrent changes, and deletes them along with the member', async () => {
  const t = await cast(sponsorRoutes)
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      t.alice('POST', createSponsor.path, { ...sam, amount: n % 4 ? n * 100 : null }),
    ),
  )
  const ids = made.map(({ body }) => OwnSponsor.parse(body).id)
  await Promise.all(
    ids.flatMap((id, n) => [
      t.alice(n % 2 ? 'DELETE' : 'PUT', updateSponsor.href({ id }), n % 2 ? undefined : { ...sam, amount: 7 }),
      t.bob('POST', createSponsor.path, sam),
    ]),
  )
  assert.deepEqual(await wrongCounts(t.db), [])
  const row = await one(t.db)`select sponsor_count as count, monthly_cents as cents from sponsor_counts
    where member_id = ${t.members.alice.id}`
  assert.deepEqual(row, { count: 15, cents: 105 })
  await removeSponsorshipOf(t.db, t.members.alice.id)
  await run(t.db)`delete from all_members where id = ${t.members.bob.id}`
  assert.deepEqual(await many(t.db)`select from sponsors`, [])
  assert.deepEqual(await many(t.db)`select from sponsor_counts`, [])
  assert.deepEqual(t.logged, [])
})

test('shows the specified defaults for unknown values', () => {
  assert.deepEqual([amountShown(null), amountShown(1250), amountShown(0)], ['$5/mo', '$12.50/mo', 'One-time'])
  assert.deepEqual([sinceShown(null), sinceShown('2026-11')], ['Since June 2023', 'Since November 2026'])
})

test('cleans up names by joining lines and removing invisible characters', () => {
  assert.equal(nameOf(' Sam\u202e\u0000\n Smith\t\u200b '), 'Sam Smith')
  assert.equal(nameOf('x'.repeat(99) + '😀'), 'x'.repeat(99))
  assert.equal(nameOf('=HYPERLINK("https://evil.example")'), '=HYPERLINK("https://evil.example")')
})
