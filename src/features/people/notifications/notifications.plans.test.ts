import assert from 'node:assert/strict'
import { one, run } from '#kernel/db.ts'
import { likedPost, members, star } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { planOf } from '#tests/support/plans.ts'
import { entriesQuery, listNotifications, markRead, pageIds } from './notifications.store.ts'

test.for([false, true])(
  'reads a page of notifications using only indexes (from the end: %s)',
  async (fromEnd, { db }) => {
    const nodes = (await planOf(db, entriesQuery(pageIds(star, { fromEnd, skip: 10, count: 10 })))).filter(
      // Has a single row, which says which sections are on.
      (node) => node['Relation Name'] !== 'site_settings',
    )
    assert.ok(
      nodes.every((node) => !['Seq Scan', 'Bitmap Heap Scan'].includes(node['Node Type'])),
      JSON.stringify(nodes.map((node) => node['Node Type'])),
    )
    const indexes = new Set(nodes.map((node) => node['Index Name']))
    for (const index of ['notifications_newest', 'notification_events_newest']) assert.ok(indexes.has(index), index)
  },
)

test('shows the oldest notification on the last page', async ({ db }) => {
  const last = await listNotifications(db, star, { page: 500, limit: 10 })
  const oldest = await one<{ id: number }>(db)`
    select id from notifications where member_id = ${star} order by placed_at, id limit 1`
  assert.deepEqual([last.notifications.length, last.notifications.at(-1)?.id], [10, oldest!.id])
})

test('names the latest three members among thousands of likes', async ({ db }) => {
  const list = await listNotifications(db, star, { page: 1, limit: 10 })
  assert.deepEqual([list.total, list.unread, list.notifications[0]!.count], [5000, 1, members - 1])
  assert.deepEqual(
    list.notifications[0]!.actors.map(({ username }) => username),
    ['member2', 'member3', 'member4'],
  )
})

test('adds a like to thousands of existing ones without a sequential scan', async ({ tx }) => {
  const countRead = async () =>
    (await one<{ rows: number }>(tx)`select sum(seq_tup_read)::int as rows from pg_stat_xact_user_tables`)!.rows
  const before = await countRead()
  for (let source = -20; source < 0; source++)
    await run(tx)`select notification_tell(${star}::int, 'like', ${likedPost}::int, ${source}::int, null, 'Vera')`
  assert.equal((await countRead()) - before, 0)
  assert.equal(await markRead(tx, star, {}), 0)
})
