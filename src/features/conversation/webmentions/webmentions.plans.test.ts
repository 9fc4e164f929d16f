import assert from 'node:assert/strict'
import { type Db, sql } from '#kernel/db.ts'
import { likedPost, star } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, planOf } from '#tests/support/plans.ts'

async function onlyIndexesOf(db: Db, query: ReturnType<typeof sql>): Promise<string[]> {
  const nodes = await planOf(db, query)
  assert.ok(!nodes.some((node) => node['Node Type'] === 'Seq Scan'), JSON.stringify(nodes))
  return indexesOf(nodes)
}

test('uses an index to find a post’s mentions', async ({ db }) => {
  const query = sql`
    select id from webmentions where post_id = ${likedPost} and status = 'approved' and state = 'verified'
    order by coalesce(published_at, created_at), id limit 50`
  assert.deepEqual(await onlyIndexesOf(db, query), ['webmentions_of_post'])
})

test('uses an index to find mentions that are due for a check', async ({ db }) => {
  const query = sql`select id from webmentions where check_at <= now() order by check_at limit 500`
  assert.deepEqual(await onlyIndexesOf(db, query), ['webmentions_due'])
})

test('uses an index to check whether an author is trusted', async ({ db }) => {
  const query = sql`
    select from webmentions where owner_id = ${star} and source_host = '7.example'
      and author_url = 'https://a.example/7' and status = 'approved' and id <> 1 limit 1`
  assert.deepEqual(await onlyIndexesOf(db, query), ['webmentions_trusted'])
})

test('uses an index to find authors’ Bluesky profiles', async ({ db }) => {
  const query = sql`
    select id, profile.handle from webmentions left join bluesky_profiles profile on profile.actor = bluesky_actor
    where post_id = ${likedPost} and status = 'approved' and state = 'verified'
    order by coalesce(published_at, created_at), id limit 50`
  assert.deepEqual(await onlyIndexesOf(db, query), ['webmentions_of_post', 'bluesky_profiles_pkey'])
})

test('uses an index to check whether a Bluesky profile is still in use', async ({ db }) => {
  const query = sql`select from webmentions where bluesky_actor = 'p7.example'`
  assert.deepEqual(await onlyIndexesOf(db, query), ['webmentions_by_bluesky_actor'])
})

test('reads a page of the moderation queue in index order', async ({ db }) => {
  const query = sql`
    select id from webmentions where owner_id = ${star} and status = 'spam' and state = 'verified'
    order by created_at desc, id desc limit 20`
  const [first] = await onlyIndexesOf(db, query)
  assert.ok(first?.startsWith('webmentions_queue'), first)
})
