import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Db, inTransaction, many, one } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { addComment, hideCommentsOf } from '#features/conversation/comments/comments.store.ts'
import { createPost } from '#features/writing/posts/posts.store.ts'
import { hidePostsOf } from '#features/writing/posts/hidden-posts.store.ts'
import { suspendMember as setSuspended } from '#features/people/profiles/standing.store.ts'
import { reportPost } from '#features/admin/reports/reports.contract.ts'
import { untilBlocked } from '#tests/support/database.ts'
import { wrongLikedCounts } from '#tests/support/liked-counts.ts'
import { wrongMonths } from '#tests/support/post-months.ts'
import { renderedPost } from '#tests/support/rendered-post.ts'
import { site, type Site } from '#tests/support/suspending.ts'

/** Asserts that the stored counts are correct. @returns the number of posts */
async function assertCounts(t: Site) {
  const totals = await one<{ stored: number; actual: number }>(t.db)`
    select (select sum(total)::int from post_totals) as stored, (select count(*)::int from posts) as actual`
  assert.equal(totals!.stored, totals!.actual)
  const ofMembers = await many(t.db)`
    select member_id, post_count from member_post_counts counts where post_count <> (select count(*) from posts
      where (posts.member_id, posts.is_long_form, posts.category_id) = (counts.member_id, counts.is_long_form, counts.category_id))`
  assert.deepEqual(ofMembers, [])
  const wrong = await many(t.db)`
    select post_id from like_counts join all_posts on id = post_id
    where like_count <> (select count(*) from likes where likes.post_id = all_posts.id)
      or like_counts.is_withheld <> all_posts.is_withheld`
  assert.deepEqual([wrong, await wrongLikedCounts(t.db), await wrongMonths(t.db)], [[], [], []])
  return totals!.actual
}

test('hides everything and keeps all counts correct when writes race with a suspension', async () => {
  const t = await site()
  const bobs = await t.post(t.bob, 'Another member’s')
  for (let round = 0; round < 6; round++) {
    const posts = [await t.post(t.alice, 'One'), await t.post(t.alice, 'Two'), await t.post(t.alice, 'Three')]
    const busy = posts.flatMap((id, n) => [
      t.read('POST', '/api/posts', t.alice, { content: `New ${n}`, categoryId: n + 1 }),
      t.read('PATCH', `/api/posts/${id}`, t.alice, { content: `Changed ${n}`, categoryId: ((n + round) % 5) + 1 }),
      t.read('POST', `/api/posts/${id}/like`, t.bob),
      t.read('POST', `/api/posts/${id}/like`, t.alice),
      t.read('POST', reportPost.href({ id }), t.bob, { reason: 'spam' }),
      t.read('POST', `/api/posts/${bobs}/comments`, t.alice, { content: `Comment ${n}` }),
    ])
    const deleted = t.read('DELETE', `/api/posts/${posts[2]}`, t.admin)
    const answers = await Promise.all([...busy.slice(0, 8), t.suspend(), ...busy.slice(8), deleted])
    for (const { status, body } of answers) assert.ok(status < 500, JSON.stringify([body, t.logged]))
    assert.equal(await assertCounts(t), 1)
    assert.equal(await one(t.db)`select from all_comments where member_id = ${t.ids.alice} and not is_withheld`, null)
    await t.lift()
    const { total } = (await t.read<{ total: number }>('GET', `/api/users/${t.ids.alice}/posts`)).body
    assert.equal(await assertCounts(t), total + 1)
    for (const { id } of await many<{ id: number }>(t.db)`select id from posts where id <> ${bobs}`)
      await t.read('DELETE', `/api/posts/${id}`, t.admin)
  }
  assert.deepEqual(t.logged, [])
})

test('hides or rejects a post or comment that is created while its author is being suspended', async () => {
  const t = await site()
  const alice = { id: t.ids.alice, username: 'alice', role: 'member' } as const
  const write = (db: Db) => createPost(db, alice, { content: 'x', categoryId: 1 }, renderedPost)
  const postId = await t.post(t.bob, 'Bob’s')
  const said = {
    authorName: 'alice',
    authorUrl: '',
    content: 'x',
    contentHtml: 'x',
    source: null,
    doubts: [],
    sender: null,
  }
  const say = (db: Db) => addComment(db, { ...said, postId, parentId: null, memberId: alice.id, status: 'approved' })

  let suspended: Promise<unknown> = Promise.resolve()
  await inTransaction(t.db, async (db) => {
    await write(db)
    await say(db)
    suspended = t.suspend()
    await untilBlocked(t.db)
  })
  await suspended
  const seen = async () =>
    many(t.db)`select id from all_posts where member_id = ${alice.id} and not is_withheld
      union all select id from all_comments where member_id = ${alice.id} and not is_withheld`
  assert.deepEqual(await seen(), [])

  await t.lift()
  let late: Promise<unknown>[] = []
  await inTransaction(t.db, async (db) => {
    await setSuspended(db, alice.id, null)
    await hidePostsOf(db, alice.id)
    await hideCommentsOf(db, alice.id)
    late = [write(t.db).catch((reason: unknown) => reason), say(t.db)]
    await untilBlocked(t.db)
  })
  const [post, comment] = await Promise.all(late)
  assert.deepEqual([post instanceof AppError && post.code, comment], ['suspended', null])
  assert.deepEqual(await seen(), [])
  await assertCounts(t)
})

test('keeps the member, posts, and account consistent when suspensions and reinstatements are concurrent', async () => {
  const t = await site()
  await t.post(t.alice, 'One')
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? t.suspend() : t.lift())))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 204]))
  const state = await one<{ member: boolean; row: boolean; posts: boolean; account: boolean }>(t.db)`
    select standing = 'suspended' as member, exists (select from suspensions) as row,
      (select is_withheld from all_posts) as posts, exists (select from identity_users where banned_until is not null) as account
    from all_members where id = ${t.ids.alice}`
  assert.equal(new Set(Object.values(state!)).size, 1, JSON.stringify(state))
  await assertCounts(t)
})
