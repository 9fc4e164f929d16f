import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run, sql } from '#kernel/db.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { runOf } from '#tests/support/plans.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { deletePost, publishPost } from '#features/writing/posts/posts.contract.ts'
import { getAdjacentArticles, AdjacentArticles } from './adjacent-articles.contract.ts'
import { adjacentArticleRoutes } from './adjacent-articles.routes.ts'
import { adjacentArticlesQuery } from './adjacent-articles.store.ts'

const open = () => cast([...postRoutes, ...adjacentArticleRoutes])
type Cast = Awaited<ReturnType<typeof cast>>

async function article(t: Cast, title: string): Promise<number> {
  const body = { isLongForm: true, title, content: 'And then another sentence. '.repeat(3), categoryId: 1 }
  return Number((await t.alice('POST', publishPost.path, body)).body['id'])
}
async function around(t: Cast, id: number) {
  const { previous, next } = AdjacentArticles.parse((await t.stranger('GET', getAdjacentArticles.href({ id }))).body)
  return [previous?.title ?? null, next?.title ?? null]
}

test('returns the previous and next articles by any author, skipping short posts', async () => {
  const t = await open()
  const first = await article(t, 'The first one')
  await t.postBy('bob')
  const second = await article(t, 'The second one')
  const third = await article(t, 'The third one')
  assert.deepEqual(await around(t, first), [null, 'The second one'])
  assert.deepEqual(await around(t, second), ['The first one', 'The third one'])
  assert.deepEqual(await around(t, third), ['The second one', null])
  await t.alice('DELETE', deletePost.href({ id: second }))
  assert.deepEqual(await around(t, first), [null, 'The third one'])
})

test('orders articles with the same timestamp by ID', async () => {
  const t = await open()
  const ids = [await article(t, 'Article A'), await article(t, 'Article B'), await article(t, 'Article C')]
  await run(t.db)`update posts set created_at = '2026-01-01'`
  assert.deepEqual(await around(t, ids[1]!), ['Article A', 'Article C'])
})

test('returns null for short posts, 404 for unknown posts, 410 for deleted posts, and 400 for invalid IDs', async () => {
  const t = await open()
  await article(t, 'An article')
  const id = await t.postBy('alice')
  assert.deepEqual(await around(t, id), [null, null])
  await t.alice('DELETE', deletePost.href({ id }))
  const statusOf = async (path: string) => (await t.stranger('GET', path)).status
  assert.deepEqual(
    [await statusOf(getAdjacentArticles.href({ id })), await statusOf(getAdjacentArticles.href({ id: 404 }))],
    [410, 404],
  )
  for (const bad of badIds) assert.equal(await statusOf(`/api/posts/${bad}/neighbours`), 400, bad)
  assert.deepEqual(t.logged, [])
})

test('finds both neighbors with index-only scans among 10,000 posts', async () => {
  const { db, members } = await open()
  await run(db)`
    insert into posts (member_id, title, content, content_html, excerpt, reading_minutes, category_id, is_long_form, created_at)
    select ${members.alice.id}, 'Title ' || n, repeat('word ', 100), 'x', 'x', 1, 1, n % 7 = 0,
      timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series(1, 10000) n`
  await sql`vacuum analyze all_posts`.execute(db)
  const ids = await many<{ id: number }>(db)`select id from posts where is_long_form order by id`
  for (const { id } of [ids[0]!, ids[700]!, ids.at(-1)!]) {
    const nodes = await runOf(db, adjacentArticlesQuery(id))
    const scans = nodes.filter((node) => node['Node Type'].includes('Scan'))
    const inOrder = scans.filter((node) => node['Index Name'] === 'posts_by_kind')
    assert.deepEqual(
      inOrder.map((node) => node['Node Type']),
      ['Index Only Scan', 'Index Only Scan'],
    )
    assert.ok(scans.every((node) => node['Index Name'] && node['Actual Rows'] <= 1 && !node['Rows Removed by Filter']))
    assert.ok(nodes.every((node) => node['Node Type'] !== 'Sort'))
  }
})
