import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, one, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { planOf } from '#tests/plans.ts'
import { uncertainQuery } from './broadcasts.store.ts'
import { announcedQuery, listLivestreams, livestreamsOfQuery, livestreamsQuery } from './livestreams.store.ts'

let db: Db
let memberId: number

/** 20,000 streams of 1,000 members: 20 on air, 2,000 to come. */
beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(1, 1000) n`
  memberId = (await one<{ id: number }>(db)`select max(id) as id from members`)!.id
  await run(db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public, status, scheduled_at, created_at, state_at)
    select ${memberId}::int - n % 1000, 'embedded', n, n, true, n, 'Stream ' || n, '', n % 7 <> 0,
      case when n % 1000 = 0 then 'active' else 'idle' end,
      case when n % 10 = 0 then now() + n * interval '1 minute' when n % 3 = 0 then now() - interval '1 day' end,
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, 20000) n`
  await sql`vacuum analyze all_members, all_livestreams`.execute(db)
}, 60_000)

test('the list reads as many streams as it shows, and a member’s own are found by index', async () => {
  const list = await planOf(db, livestreamsQuery(Date.now()))
  const indexes = new Set(list.map((node) => node['Index Name']))
  for (const index of ['livestreams_upcoming', 'livestreams_newest']) assert.ok(indexes.has(index), index)
  const announced = await planOf(db, announcedQuery(Date.now(), 2))
  const few = new Set(announced.map((node) => node['Index Name']))
  for (const index of ['livestreams_active', 'livestreams_upcoming']) assert.ok(few.has(index), index)
  const own = await planOf(db, livestreamsOfQuery(memberId))
  assert.ok(own.some((node) => node['Index Name'] === 'livestreams_of_member'))
  const uncertain = await planOf(db, uncertainQuery(Date.now()))
  for (const nodes of [list, announced, own, uncertain]) {
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
    assert.deepEqual(
      whole.filter((table) => table !== 'all_members'),
      [],
    )
  }
  const found = await listLivestreams(db, Date.now())
  assert.deepEqual([found.length, found.filter(({ status }) => status === 'active').length], [100, 18])
})
