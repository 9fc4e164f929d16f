import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, run, sql } from '#kernel/db.ts'
import { cast } from '#tests/cast.ts'
import { indexesOf, planOf } from '#tests/plans.ts'

let db: Db
let postId: number
let ownerId: number

beforeEach(async () => {
  const t = await cast([])
  db = t.db
  postId = await t.postBy('alice')
  ownerId = t.members.alice.id
  await run(db)`
    insert into webmentions (source_url, target_url, source_host, target_path, owner_id, post_id, state, status,
      author_url, check_at)
    select 'https://a.example/' || n, 'https://devstead.test/', (n % 500) || '.example', '/', ${ownerId},
      case when n % 5 = 0 then ${postId}::int end, 'verified', (array['approved', 'pending', 'spam'])[1 + n % 3],
      case when n % 10 = 0 then 'https://bsky.app/profile/p' || n % 900 || '.example' else 'https://a.example/' || n % 900 end,
      now() + n * interval '1 minute'
    from generate_series(1, 30000) n`
  await run(db)`
    insert into bluesky_profiles select 'p' || n || '.example', 'did:plc:' || n, 'p' || n || '.example', '', null, now()
    from generate_series(1, 5000) n`
  await sql`vacuum analyze webmentions`.execute(db)
  await sql`vacuum analyze bluesky_profiles`.execute(db)
}, 60_000)

async function onlyIndexesOf(query: ReturnType<typeof sql>): Promise<string[]> {
  const nodes = await planOf(db, query)
  assert.ok(!nodes.some((node) => node['Node Type'] === 'Seq Scan'), JSON.stringify(nodes))
  return indexesOf(nodes)
}

test('of 30,000 mentions those of a post, those that are due, and whether an author is known are found by index', async () => {
  assert.deepEqual(
    await onlyIndexesOf(sql`
      select id from webmentions where post_id = ${postId} and status = 'approved' and state = 'verified'
      order by coalesce(published_at, created_at), id limit 50`),
    ['webmentions_of_post'],
  )
  assert.deepEqual(
    await onlyIndexesOf(sql`select id from webmentions where check_at <= now() order by check_at limit 500`),
    ['webmentions_due'],
  )
  assert.deepEqual(
    await onlyIndexesOf(sql`
      select from webmentions where owner_id = ${ownerId} and source_host = '7.example'
        and author_url = 'https://a.example/7' and status = 'approved' and id <> 1 limit 1`),
    ['webmentions_trusted'],
  )
})

test('who they are on Bluesky is found by index for the page, and so is what nobody wrote any more', async () => {
  assert.deepEqual(
    await onlyIndexesOf(sql`
      select id, profile.handle from webmentions left join bluesky_profiles profile on profile.actor = bluesky_actor
      where post_id = ${postId} and status = 'approved' and state = 'verified'
      order by coalesce(published_at, created_at), id limit 50`),
    ['webmentions_of_post', 'bluesky_profiles_pkey'],
  )
  assert.deepEqual(await onlyIndexesOf(sql`select from webmentions where bluesky_actor = 'p7.example'`), [
    'webmentions_by_bluesky_actor',
  ])
})

test('the queue reads its page and no more', async () => {
  assert.deepEqual(
    await onlyIndexesOf(sql`
      select id from webmentions where owner_id = ${ownerId} and status = 'spam' and state = 'verified'
      order by created_at desc, id desc limit 20`).then(([first]) => first?.startsWith('webmentions_queue')),
    true,
  )
})
