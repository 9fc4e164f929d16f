import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, inTransaction, one, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { planOf } from '#tests/plans.ts'
import { entriesQuery, listNotifications, markRead, pageIds } from './notifications.store.ts'

const likes = 100_000
let db: Db
let firstId: number

// A member with a post that everybody likes and 5,000 older entries, among 20,000 of others.
beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(0, ${likes}::int) n`
  firstId = (await one<{ id: number }>(db)`select min(id) as id from members`)!.id
  await run(db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
    select ${firstId}::int + n % 5, 'x', 'x', 'x', 1, 5, false from generate_series(0, 24999) n`
  await inTransaction(db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db) // checks of keys that are right, and triggers
    await run(db)`insert into notifications (member_id, kind, post_id, updated_at, placed_at, read_at)
      select member_id, 'like', id, now() - id * interval '1 minute', now() - id * interval '1 minute', now() from posts
      where id > (select min(id) from posts)`
    await run(
      db,
    )`insert into notification_events (member_id, kind, post_id, source_id, notification_id, actor_id, created_at)
      select member_id, kind, post_id, ${firstId}::int + 9, id, ${firstId}::int + 9, updated_at from notifications`
    const entry = (await one<{ id: number; postId: number }>(db)`
      insert into notifications (member_id, kind, post_id, event_count, updated_at, placed_at)
      select member_id, 'like', id, ${likes}::int, now(), now() from posts order by id limit 1 returning id, post_id as "postId"`)!
    await run(
      db,
    )`insert into notification_events (member_id, kind, post_id, source_id, notification_id, actor_id, created_at)
      select ${firstId}::int, 'like', ${entry.postId}::int, ${firstId}::int + n, ${entry.id}::int, ${firstId}::int + n,
        now() - n * interval '1 second' from generate_series(1, ${likes}::int) n`
    await run(db)`insert into notification_counts select member_id, count(*), count(*) filter (where read_at is null)
      from notifications group by member_id`
  })
  await sql`vacuum analyze members, posts, notifications, notification_events, notification_counts`.execute(db)
}, 60_000)

test('a page of a member with 100,000 likes on one post stays on indexes, as does a like more', async () => {
  const nodes = await planOf(db, entriesQuery(pageIds(firstId, { page: 2, limit: 10 })))
  assert.ok(
    nodes.every((node) => !['Seq Scan', 'Bitmap Heap Scan'].includes(node['Node Type'])),
    JSON.stringify(nodes.map((node) => node['Node Type'])),
  )
  const indexes = new Set(nodes.map((node) => node['Index Name']))
  for (const index of ['notifications_newest', 'notification_events_newest']) assert.ok(indexes.has(index), index)

  const list = await listNotifications(db, firstId, { page: 1, limit: 10 })
  assert.deepEqual([list.total, list.unread, list.notifications[0]!.count], [5000, 1, likes])
  assert.deepEqual(
    list.notifications[0]!.actors.map(({ username }) => username),
    ['member1', 'member2', 'member3'],
  )

  const { postId } = (await one<{ postId: number }>(db)`
    select post_id as "postId" from notifications where event_count = ${likes}::int`)!
  const readInOrder = await inTransaction(db, async (db) => {
    const count = async () =>
      (await one<{ rows: number }>(db)`select sum(seq_tup_read)::int as rows from pg_stat_xact_user_tables`)!.rows
    const before = await count()
    for (let source = -20; source < 0; source++)
      await run(db)`select notification_tell(${firstId}::int, 'like', ${postId}::int, ${source}::int, null, 'Vera')`
    return (await count()) - before
  })
  assert.equal(readInOrder, 0)
  assert.equal(await markRead(db, firstId, {}), 0)
}, 60_000)
