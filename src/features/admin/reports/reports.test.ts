import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { deletePost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { unhidePostsOf, hidePostsOf } from '#features/writing/posts/hidden-posts.store.ts'
import { badBodies, badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import {
  notYourOwn,
  Report,
  ReportedPost,
  ReportedPostList,
  changeReportedPost,
  getReportedPosts,
  reportPost,
} from './reports.contract.ts'
import { reportRoutes } from './reports.routes.ts'
import { closeReportsOf } from './reports.store.ts'

const routes = [...reportRoutes, ...postRoutes]
const unlimited = routes.map((one) => ({ ...one, limits: [] }))
const spam = { reason: 'spam', details: '' }

type Cast = Awaited<ReturnType<typeof cast>>
const listOf = async (t: Cast, query = '') => {
  const { body } = await t.admin('GET', `${getReportedPosts.path}${query}`)
  return ReportedPostList.parse(body)
}
const idsOf = async (t: Cast, query = '') => (await listOf(t, query)).items.map(({ post }) => post.id)

test('replaces a member’s earlier report about the same post', async () => {
  const t = await cast(routes)
  const postId = await t.postBy('alice')
  const first = await t.bob('POST', reportPost.href({ id: postId }), { reason: 'other', details: ' Not hers ' })
  assert.equal(first.status, 201)
  assert.equal(Report.parse(first.body).details, 'Not hers')
  const second = await t.bob('POST', reportPost.href({ id: postId }), spam)
  assert.equal(second.status, 200)
  assert.deepEqual({ ...Report.parse(second.body), reportedAt: '' }, { postId, ...spam, reportedAt: '' })
  assert.equal((await t.admin('POST', reportPost.href({ id: postId }), { reason: 'harassment' })).status, 201)
  const { items, total } = await listOf(t)
  assert.equal(total, 1)
  const [{ post, reports, closedAt, closedBy }] = items as [ReportedPost]
  assert.deepEqual([post.id, post.text, post.user.username, post.canSuspend], [postId, 'A post', 'alice', true])
  assert.deepEqual(
    reports.map(({ user, reason }) => [user.username, reason]),
    [
      ['admina', 'harassment'],
      ['bob', 'spam'],
    ],
  )
  assert.deepEqual([closedAt, closedBy], [null, null])
})

test('saves a single report when twenty arrive concurrently', async () => {
  const t = await cast(routes)
  const postId = await t.postBy('alice')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => t.bob('POST', reportPost.href({ id: postId }), spam)),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 200).length, 19)
  assert.deepEqual(await many(t.db)`select post_id from reports`, [{ post_id: postId }])
})

test('rejects reports from visitors, reports about one’s own or unknown posts, and invalid reports', async () => {
  const t = await cast(unlimited)
  const postId = await t.postBy('alice')
  assert.equal((await t.stranger('POST', reportPost.href({ id: postId }), spam)).status, 401)
  const own = await t.alice('POST', reportPost.href({ id: postId }), spam)
  assert.deepEqual([own.status, own.body['message']], [403, notYourOwn()])
  assert.equal((await t.bob('POST', reportPost.href({ id: 404 }), spam)).status, 404)
  for (const id of badIds) assert.equal((await t.bob('POST', `/api/posts/${id}/reports`, spam)).status, 400)
  const wordless = await t.bob('POST', reportPost.href({ id: postId }), { reason: 'other', details: ' ' })
  assert.deepEqual(wordless.body['issues'], [{ path: 'details', message: 'Describe what is wrong with this post' }])
  const bad = [
    ...badBodies,
    {},
    { reason: 'boring' },
    { reason: 'spam', details: 'x'.repeat(1001) },
    { reason: ['spam'] },
  ]
  for (const body of bad) assert.equal((await t.bob('POST', reportPost.href({ id: postId }), body)).status, 400)
  assert.equal(
    (await t.bob('POST', reportPost.href({ id: postId }), { reason: 'spam', details: 'x'.repeat(1000) })).status,
    201,
  )
  assert.deepEqual(t.logged, [])
})

test('lets only administrators list and close reports', async () => {
  const t = await cast(routes)
  const postId = await t.postBy('alice')
  await t.bob('POST', reportPost.href({ id: postId }), spam)
  for (const [as, status] of [
    [t.stranger, 401],
    [t.bob, 403],
    [t.alice, 403],
  ] as const) {
    assert.equal((await as('GET', getReportedPosts.path)).status, status)
    assert.equal((await as('PATCH', changeReportedPost.href({ id: postId }), { status: 'closed' })).status, status)
  }
  assert.deepEqual(await idsOf(t), [postId])
})

test('closes a case, and reopens it on request or after a new report', async () => {
  const t = await cast(routes)
  const postId = await t.postBy('alice')
  await t.bob('POST', reportPost.href({ id: postId }), spam)
  const close = () => t.admin('PATCH', changeReportedPost.href({ id: postId }), { status: 'closed' })
  const closed = ReportedPost.parse((await close()).body)
  assert.deepEqual([closed.closedBy?.username, closed.reports.length], ['admina', 1])
  assert.equal(ReportedPost.parse((await close()).body).closedAt, closed.closedAt)
  assert.deepEqual([await idsOf(t), await idsOf(t, '?status=closed')], [[], [postId]])
  await t.admin('PATCH', changeReportedPost.href({ id: postId }), { status: 'open' })
  assert.deepEqual([await idsOf(t), await idsOf(t, '?status=closed')], [[postId], []])
  await close()
  await t.bob('POST', reportPost.href({ id: postId }), { reason: 'illegal' })
  assert.deepEqual(await idsOf(t), [postId])
  assert.equal((await t.admin('PATCH', changeReportedPost.href({ id: 404 }), { status: 'open' })).status, 404)
  for (const body of [...badBodies, {}, { status: 'gone' }])
    assert.equal((await t.admin('PATCH', changeReportedPost.href({ id: postId }), body)).status, 400)
  for (const query of ['?status=new', '?page=0', '?limit=1000'])
    assert.equal((await t.admin('GET', `${getReportedPosts.path}${query}`)).status, 400)
})

test('paginates cases, newest first, and returns an empty page past the end', async () => {
  const t = await cast(routes)
  const posts: number[] = []
  for (let n = 0; n < 3; n++) posts.push(await t.postBy('alice'))
  for (const id of posts) await t.bob('POST', reportPost.href({ id }), spam)
  await run(t.db)`update reported_posts set reported_at = reported_at - interval '1 minute'`
  await t.admin('POST', reportPost.href({ id: posts[0]! }), spam)
  assert.deepEqual(await idsOf(t), [posts[0], posts[2], posts[1]])
  assert.deepEqual(await idsOf(t, '?limit=2&page=2'), [posts[1]])
  const { items, total, totalPages } = await listOf(t, '?page=9&limit=2')
  assert.deepEqual([items, total, totalPages], [[], 3, 2])
})

test('deletes reports along with their post, and lists hidden posts but rejects new reports about them', async () => {
  const t = await cast(routes)
  const [kept, gone] = [await t.postBy('alice'), await t.postBy('alice')]
  for (const id of [kept, gone]) await t.bob('POST', reportPost.href({ id }), spam)
  assert.equal((await t.admin('DELETE', deletePost.href({ id: gone }))).status, 204)
  assert.deepEqual(await idsOf(t), [kept])
  await hidePostsOf(t.db, t.members.alice.id)
  await closeReportsOf(t.db, t.members.alice.id, t.members.admin.id)
  assert.equal((await t.bob('POST', reportPost.href({ id: kept }), spam)).status, 404)
  const [item] = (await listOf(t, '?status=closed')).items
  assert.deepEqual([item?.post.isHidden, item?.post.text], [true, 'A post'])
})

test('updates post totals idempotently when posts are hidden and shown again', async () => {
  const t = await cast(routes)
  for (const body of [
    { content: 'One', categoryId: 1 },
    { content: 'Two', categoryId: 2 },
    { content: 'Three', categoryId: 1 },
  ])
    await t.alice('POST', '/api/posts', body)
  await t.bob('POST', '/api/posts', { content: 'Bob’s', categoryId: 1 })
  const totals = () =>
    many(t.db)`select category_id as id, total from post_totals where total > 0 and not is_long_form order by 1`
  const before = await totals()
  const { id } = t.members.alice
  assert.deepEqual([await hidePostsOf(t.db, id), await hidePostsOf(t.db, id)], [3, 0])
  assert.deepEqual(await totals(), [{ id: 1, total: 1 }])
  assert.deepEqual([await unhidePostsOf(t.db, id), await unhidePostsOf(t.db, id)], [3, 0])
  assert.deepEqual(await totals(), before)
})

test('deletes a deleted member’s reports', async () => {
  const t = await cast(routes)
  const postId = await t.postBy('alice')
  await t.bob('POST', reportPost.href({ id: postId }), spam)
  await run(t.db)`delete from all_members where id = ${t.members.bob.id}`
  assert.deepEqual((await listOf(t)).items[0]?.reports, [])
  assert.equal(await one(t.db)`select from reports`, null)
})
