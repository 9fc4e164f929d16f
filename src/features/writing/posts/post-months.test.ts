import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inTransaction, many, one, run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { wrongMonths } from '#tests/support/post-months.ts'
import { hidePostsOf, unhidePostsOf } from './hidden-posts.store.ts'
import { removePostsOf } from './member-posts.store.ts'
import { deletePost, type Post, publishPost, updatePost } from './posts.contract.ts'
import { postsFeature } from './posts.feature.ts'

async function site() {
  const t = await cast(postsFeature.routes)
  const publish = async (content: string, extras: object = {}) => {
    const { status, body } = await t.alice<Post>('POST', publishPost.path, { content, ...extras })
    assert.equal(status, 201, JSON.stringify(body))
    return body.id
  }
  const months = (list: string) => many<{ month: string; count: number }>(t.db)`
    select month::text, sum(post_count)::int as count from post_months where list = ${list} group by 1 order by 1`
  const isExact = async () => assert.deepEqual(await wrongMonths(t.db), [])
  return { ...t, publish, months, isExact }
}

test('counts posts per month of each category, member, and tag, while they are changed and deleted', async () => {
  const t = await site()
  const [first, second] = [await t.publish('About #rust', { tags: ['web'] }), await t.publish('About #wasm')]
  const article = await t.publish('A long text. '.repeat(9), {
    isLongForm: true,
    title: 'Title',
    categoryId: 1,
    tags: ['web'],
  })
  await t.isExact()
  assert.equal((await t.months('tag')).length, 1)
  await run(t.db)`update posts set created_at = '2024-02-29T23:59:59Z' where id = ${first}`
  await run(t.db)`update posts set created_at = '2024-03-01T00:00:00Z' where id = ${article}`
  await t.isExact()
  const { month } = (await one<{ month: string }>(t.db)`select month_of(now())::text as month`)!
  assert.deepEqual(await t.months('member'), [
    { month: '2024-02-01', count: 1 },
    { month: '2024-03-01', count: 1 },
    { month, count: 1 },
  ])
  assert.equal(
    (await t.alice('PATCH', updatePost.href({ id: second }), { content: '#rust', categoryId: 2 })).status,
    200,
  )
  await t.isExact()
  assert.equal((await t.alice('DELETE', deletePost.href({ id: first }))).status, 204)
  await t.isExact()
  await removePostsOf(t.db, t.members.alice.id)
  await t.isExact()
  assert.deepEqual(await many(t.db)`select from post_months`, [])
})

test('does not count hidden posts', async () => {
  const t = await site()
  for (const at of ['2024-01-15', '2024-01-16', '2024-05-01']) {
    const id = await t.publish('A #post')
    await run(t.db)`update posts set created_at = ${at} where id = ${id}`
  }
  await hidePostsOf(t.db, t.members.alice.id)
  await t.isExact()
  assert.deepEqual(await t.months('member'), [])
  await unhidePostsOf(t.db, t.members.alice.id)
  await t.isExact()
  assert.deepEqual(await t.months('tag'), [
    { month: '2024-01-01', count: 2 },
    { month: '2024-05-01', count: 1 },
  ])
})

test.for([
  ['hidden', hidePostsOf],
  ['deleted', removePostsOf],
] as const)('changes each count once when many posts are %s', async ([, change]) => {
  const t = await site()
  for (let n = 0; n < 5; n++) await t.publish('A #post')
  const changed = await inTransaction(t.db, async (tx) => {
    const changesOf = async (table: string) =>
      (await one<{ count: number }>(tx)`
        select n_tup_upd::int as count from pg_stat_xact_user_tables where relname = ${table}`)!.count
    const changes = async () => ({ tags: await changesOf('tags'), months: await changesOf('post_months') })
    const before = await changes()
    await change(tx, t.members.alice.id)
    const after = await changes()
    return { tags: after.tags - before.tags, months: after.months - before.months }
  })
  // The months of the category, the member, and the tag.
  assert.deepEqual(changed, { tags: 1, months: 3 })
  await t.isExact()
  assert.deepEqual(await one(t.db)`select post_count, article_count from tags`, { post_count: 0, article_count: 0 })
})

test('keeps the counts exact while several members publish and delete at the same time', async () => {
  const t = await site()
  const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => t.publish(`#one #two #three ${n}`)))
  await Promise.all([
    ...ids.slice(0, 4).map((id) => t.alice('DELETE', deletePost.href({ id }))),
    ...Array.from({ length: 4 }, () => t.bob('POST', publishPost.path, { content: '#three #two #one', categoryId: 3 })),
  ])
  assert.deepEqual(await wrongMonths(t.db), [])
})
