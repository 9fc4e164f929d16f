import assert from 'node:assert/strict'
import { beforeEach, test, vi } from 'vitest'
import { type Db, many, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { indexesOf, type RunNode, runOf } from '#tests/plans.ts'
import { patienceMs } from '#tests/patience.ts'
import { feedLivestreamsQuery, feedPostsQuery } from './feeds.store.ts'

const posts = 10_000
let db: Db

beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member' from generate_series(1, 20) n`
  await run(db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form, created_at)
    select (select min(id) from members) + n % 20, repeat('word ', 100), repeat('word ', 100), 'x', 1, (n / 20) % 5 + 1, n % 7 = 0,
      timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series(1, ${posts}::int) n`
  await vi.waitFor(vacuum, { timeout: patienceMs })
})

/** Rows count as visible to all, which plans depend on, once no transaction from before them is left on the server. */
async function vacuum() {
  await sql`vacuum analyze all_posts, all_members`.execute(db)
  const [table] = await many<{ pages: number; visible: number }>(db)`
    select relpages as pages, relallvisible as visible from pg_class where relname = 'all_posts'`
  assert.equal(table!.visible, table!.pages)
}

/** How many rows of posts the node has looked at. */
const readBy = (node: RunNode) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

test('every feed is read along an index, without reading or sorting much more than its fifty posts', async () => {
  const memberId = (await many<{ id: number }>(db)`select id from members order by id limit 1`)[0]!.id
  const filters = [
    [{}, 'posts_newest'],
    [{ isLongForm: true }, 'posts_by_kind'],
    [{ categoryId: 3 }, 'posts_by_category'],
    [{ isLongForm: true, categoryId: 3 }, 'posts_by_kind_and_category'],
    [{ memberId }, 'posts_by_member'],
    // No index has both: of what the member wrote, five times as many are looked at.
    [{ memberId, categoryId: 3 }, 'posts_by_member'],
  ] as const
  for (const [filter, index] of filters) {
    const nodes = await runOf(db, feedPostsQuery(filter))
    const scans = indexesOf(nodes)
    assert.ok(scans.includes(index), `${JSON.stringify(filter)}: ${scans.join(', ')}`)
    assert.equal(nodes[0]!['Actual Rows'], 50)
    const read = nodes.filter((node) => node['Relation Name'] === 'all_posts').map(readBy)
    assert.ok(Math.max(...read) <= 260, `${JSON.stringify(filter)}: ${read.join(', ')}`)
    for (const sort of nodes.filter((node) => node['Node Type'] === 'Sort')) assert.ok(sort['Actual Rows'] <= 100)
  }
})

test('of streams to come fifty are read along their index, and of one member their own', async () => {
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'streams', n::text, 'streamer' || n, 'Streamer' from generate_series(1, 200) n`
  const memberId = (await many<{ id: number }>(db)`select max(id) as id from members`)[0]!.id
  await run(db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public, scheduled_at)
    select ${memberId}::int - n % 200, 'embedded', n, n, true, n, 'Stream', '', n % 7 <> 0,
      case when n % 2 = 0 then now() + n * interval '1 minute' end
    from generate_series(1, 4000) n`
  await sql`vacuum analyze all_members, all_livestreams`.execute(db)
  for (const [id, index, most] of [
    [undefined, 'livestreams_upcoming', 50],
    [memberId, 'livestreams_of_member', 20],
  ] as const) {
    const nodes = await runOf(db, feedLivestreamsQuery(Date.now(), id))
    const scans = indexesOf(nodes)
    assert.ok(scans.includes(index), scans.join(', '))
    const read = nodes.filter((node) => node['Relation Name'] === 'all_livestreams').map(readBy)
    assert.ok(Math.max(...read) <= most, read.join(', '))
  }
})
