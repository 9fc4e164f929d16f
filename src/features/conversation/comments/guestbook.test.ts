import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { findSettings, replaceSettings } from '#features/admin/site-settings/site-settings.store.ts'
import { moderationQueueRoutes } from '#features/conversation/moderation-queue/moderation-queue.routes.ts'
import { getModerationQueue, Queue } from '#features/conversation/moderation-queue/moderation-queue.contract.ts'
import { getNotifications, NotificationList } from '#features/people/notifications/notifications.contract.ts'
import { notificationRoutes } from '#features/people/notifications/notifications.routes.ts'
import { transferOwnership } from '#features/people/profiles/roles.store.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { commentModerationRoutes } from './comment-moderation.routes.ts'
import { moderateComment } from './comment-moderation.contract.ts'
import { Comment, CommentList, createComment, removeComment, restoreComment } from './comments.contract.ts'
import { commentRoutes } from './comments.routes.ts'
import { addComment, findComment, hideCommentsOf, removeCommentsOf, unhideCommentsOf } from './comments.store.ts'
import { getGuestbook, signGuestbook } from './guestbook.contract.ts'
import { guestbookRoutes } from './guestbook.routes.ts'

const routes = [
  ...commentRoutes,
  ...guestbookRoutes,
  ...commentModerationRoutes,
  ...moderationQueueRoutes,
  ...notificationRoutes,
  ...postRoutes,
]

/** A site with a guestbook. Its owner is the administrator. */
async function open(): Promise<Cast> {
  const t = await cast(routes, { site: { name: 'Our Site', ownerUsername: null, canSendEmail: true } })
  await run(t.db)`insert into site_ownership (member_id) values (${t.members.admin.id})`
  await turnOff(t)
  return t
}
async function turnOff({ db, ctx }: Pick<Cast, 'db' | 'ctx'>, ...sectionsOff: Section[]): Promise<void> {
  await replaceSettings(db, { sectionsOff }, (await findSettings(db))?.version ?? 0)
  await ctx.announce('site-settings')
  await ctx.siteSettings.refresh()
}
type Cast = Awaited<ReturnType<typeof cast>>
type Caller = 'alice' | 'bob' | 'admin' | 'stranger'

const visitor = { authorName: 'Vera Visitor', authorUrl: 'https://vera.example/', content: 'Hello **there**' }
const sign = async (t: Cast, who: Caller, body: object = visitor) => {
  const answer = await t[who]('POST', signGuestbook.path, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Comment.parse(answer.body)
}
const listFor = async (t: Cast, who: Caller = 'stranger', query = '') =>
  CommentList.parse((await t[who]('GET', getGuestbook.path + query)).body)
const textsOf = async (t: Cast, query = '') =>
  (await listFor(t, 'stranger', query)).comments.map(({ content }) => content)
const add = async (t: Cast, content: string, more: { parentId?: number; memberId?: number } = {}) =>
  (await addComment(t.db, {
    postId: null,
    parentId: null,
    memberId: null,
    authorName: 'Vera',
    authorUrl: '',
    content,
    contentHtml: content,
    source: null,
    status: 'approved',
    doubts: [],
    sender: null,
    ...more,
  }))!.id
const notificationsOf = async (t: Cast, who: 'alice' | 'bob' | 'admin') =>
  NotificationList.parse((await t[who]('GET', getNotifications.path)).body).notifications

let t: Cast
beforeEach(async () => {
  t = await open()
})

test('holds entries by visitors and new members, and publishes those by the owner and by known members', async () => {
  const held = [await sign(t, 'stranger'), await sign(t, 'bob', { content: 'Hi' })]
  assert.deepEqual(
    held.map(({ published, postId, authorName }) => [published, postId, authorName]),
    [
      [false, null, 'Vera Visitor'],
      [false, null, 'Bob Baker'],
    ],
  )
  assert.deepEqual(await textsOf(t), [])
  await t.admin('PATCH', moderateComment.href({ id: held[1]!.id }), { published: true })
  assert.deepEqual(await textsOf(t), ['Hi'])
  assert.equal((await sign(t, 'bob', { content: 'Again' })).published, true)
  const reply = await sign(t, 'admin', { content: 'Welcome', parentId: held[1]!.id })
  assert.deepEqual([reply.published, reply.isPostAuthor, reply.parentId], [true, true, held[1]!.id])
})

test('returns a new entry exactly as it is stored', async () => {
  await run(t.db)`update members set profile_image = 'https://pictures.example/bob.png' where username = 'bob'`
  const { id: parentId } = await sign(t, 'admin', { content: 'Welcome' })
  const sent: [who: Caller, body: object][] = [
    ['stranger', visitor],
    ['bob', { content: 'Hi' }],
    ['admin', { content: 'x\ud800', parentId }],
  ]
  for (const [who, body] of sent) {
    const entry = await sign(t, who, body)
    assert.deepEqual(await findComment(t.db, entry.id, who === 'stranger' ? null : t.members[who]), entry)
  }
})

test('lists the newest entries first, each followed by its replies, oldest first', async () => {
  const first = await add(t, 'A')
  await add(t, 'B')
  const reply = await add(t, 'A1', { parentId: first })
  await add(t, 'A2', { parentId: reply })
  assert.deepEqual(await textsOf(t), ['B', 'A', 'A1', 'A2'])
  assert.deepEqual(await textsOf(t, '?limit=2&page=2'), ['A1', 'A2'])
  const { page, totalPages, total } = await listFor(t, 'stranger', '?limit=3')
  assert.deepEqual([page, totalPages, total], [1, 2, 4])
})

test('finds the page that contains an entry, or the first page if the entry is not shown', async () => {
  const ids = [await add(t, 'A'), await add(t, 'B'), await add(t, 'C')]
  const reply = await add(t, 'A1', { parentId: ids[0]! })
  for (const [entry, page] of [
    [ids[2], 1],
    [ids[1], 2],
    [ids[0], 3],
    [reply, 4],
    [999, 1],
  ])
    assert.equal((await listFor(t, 'stranger', `?limit=1&entry=${entry}`)).page, page, `entry ${entry}`)
  await t.admin('DELETE', removeComment.href({ id: ids[1]! }))
  assert.equal((await listFor(t, 'stranger', `?limit=1&entry=${ids[1]}`)).page, 1)
})

test('keeps entries and comments on posts apart', async () => {
  const postId = await t.postBy('alice')
  const entry = await add(t, 'In the guestbook')
  const comment = await t.alice('POST', createComment.href({ id: postId }), { content: 'On the post' })
  const wrong = [
    t.alice('POST', signGuestbook.path, { content: 'x', parentId: Number(comment.body['id']) }),
    t.alice('POST', createComment.href({ id: postId }), { content: 'x', parentId: entry }),
    t.alice('POST', signGuestbook.path, { content: 'x', parentId: 999_999 }),
  ]
  for (const answer of await Promise.all(wrong)) assert.equal(answer.status, 404)
  assert.deepEqual(await textsOf(t), ['In the guestbook'])
  assert.deepEqual(await many(t.db)`select post_id as id, comment_count as count from comment_counts`, [
    { id: postId, count: 1 },
  ])
  await t.admin('DELETE', removeComment.href({ id: entry }))
  assert.deepEqual(await many(t.db)`select comment_count as count from comment_counts`, [{ count: 1 }])
})

test('lets only its author, the owner, and administrators delete an entry', async () => {
  for (const [who, status] of [
    ['stranger', 401],
    ['alice', 403],
    ['bob', 204],
    ['admin', 204],
  ] as const) {
    const id = await add(t, 'Mine', { memberId: t.members.bob.id })
    assert.equal((await t[who]('DELETE', removeComment.href({ id }))).status, status, who)
  }
  const list = await listFor(t, 'bob')
  assert.deepEqual(
    list.comments.map(({ canDelete }) => canDelete),
    [true, true],
  )
  const [logged] = await many(t.db)`select action, details from audit_log where action = 'comment.deleted'`
  assert.deepEqual(logged, { action: 'comment.deleted', details: { in: 'the guestbook' } })
})

test('notifies the owner of entries and authors of replies, with the entry, and takes both back', async () => {
  const entry = await add(t, 'Hello', { memberId: t.members.bob.id })
  const reply = await sign(t, 'admin', { content: 'Welcome', parentId: entry })
  const seen = async (who: 'bob' | 'admin') =>
    (await notificationsOf(t, who)).map(({ kind, entryId, post }) => [kind, entryId, post])
  assert.deepEqual(await seen('admin'), [['guestbook_entry', entry, null]])
  assert.deepEqual(await seen('bob'), [['guestbook_reply', reply.id, null]])
  await t.admin('DELETE', removeComment.href({ id: reply.id }))
  await t.bob('DELETE', removeComment.href({ id: entry }))
  assert.deepEqual([await seen('admin'), await seen('bob')], [[], []])
})

test('restores an entry with its notification when its deletion is undone', async () => {
  const entry = await add(t, 'Hello', { memberId: t.members.bob.id })
  await t.bob('DELETE', removeComment.href({ id: entry }))
  assert.deepEqual([await textsOf(t), await notificationsOf(t, 'admin')], [[], []])
  assert.equal((await t.bob('POST', restoreComment.href({ id: entry }))).status, 200)
  assert.deepEqual(await textsOf(t), ['Hello'])
  assert.deepEqual(
    (await notificationsOf(t, 'admin')).map(({ kind }) => kind),
    ['guestbook_entry'],
  )
})

test('shows pending entries in the owner’s moderation queue, without a post', async () => {
  await sign(t, 'stranger')
  const queueFor = async (who: 'alice' | 'admin') =>
    Queue.parse((await t[who]('GET', getModerationQueue.path)).body).items.map(({ kind, post, mention, content }) => [
      kind,
      post,
      mention,
      content,
    ])
  assert.deepEqual(await queueFor('admin'), [['comment', null, null, 'Hello **there**']])
  assert.deepEqual(await queueFor('alice'), [])
})

test('gives the guestbook to the new owner when the site changes hands', async () => {
  await sign(t, 'stranger')
  await transferOwnership(t.db, t.members.alice.id, t.members.admin.id)
  const queue = Queue.parse((await t.alice('GET', getModerationQueue.path)).body)
  assert.equal(queue.items.length, 1)
  assert.equal((await sign(t, 'alice', { content: 'Mine now' })).isPostAuthor, true)
})

test('does not publish entries of members whom only a previous owner trusted', async () => {
  const { alice, admin } = t.members
  const { id } = await sign(t, 'bob')
  await run(t.db)`update comments set status = 'approved', moderated_by = ${admin.id} where id = ${id}`
  assert.equal((await sign(t, 'bob')).published, true)
  await transferOwnership(t.db, alice.id, admin.id)
  assert.equal((await sign(t, 'bob')).published, true, 'the previous owner is still an administrator')
  await run(t.db)`update all_members set role = 'member' where id = ${admin.id}`
  assert.equal((await sign(t, 'bob')).published, false)
  await run(t.db)`update comments set status = 'approved', moderated_by = ${alice.id} where id = ${id}`
  assert.equal((await sign(t, 'bob')).published, true)
})

test('hides a suspended member’s entries, and deletes entries with their author’s or the owner’s account', async () => {
  const { bob, admin } = t.members
  await add(t, 'By Bob', { memberId: bob.id })
  await add(t, 'By Vera')
  await hideCommentsOf(t.db, bob.id)
  assert.deepEqual(await textsOf(t), ['By Vera'])
  await unhideCommentsOf(t.db, bob.id)
  await removeCommentsOf(t.db, bob.id)
  assert.deepEqual(await textsOf(t), ['By Vera'])
  await removeCommentsOf(t.db, admin.id)
  assert.deepEqual(await many(t.db)`select from all_comments`, [])
})

test('marks entries by blocked members as spam, and records why an entry may be spam', async () => {
  await run(t.db)`insert into comment_blocks (owner_id, kind, value, label)
    values (null, 'member', ${String(t.members.bob.id)}, 'bob')`
  await sign(t, 'bob', { content: 'Buy' })
  await sign(t, 'stranger', { ...visitor, subject: 'Filled in', writingMs: 10 })
  assert.deepEqual(await many(t.db)`select status, doubts from comments order by id`, [
    { status: 'spam', doubts: [] },
    { status: 'pending', doubts: ['hidden-field', 'quick'] },
  ])
})

test('counts entries and comments toward the same limit', async () => {
  const postId = await t.postBy('alice')
  for (let time = 0; time < 4; time++) await sign(t, 'stranger')
  assert.equal((await t.stranger('POST', createComment.href({ id: postId }), visitor)).status, 201)
  const answer = await t.stranger('POST', signGuestbook.path, visitor)
  assert.equal(answer.status, 429)
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
})

const rejected: [field: string, body: object, message: string][] = [
  ['authorName', { authorName: ' \u200b ' }, 'Name is required'],
  ['authorUrl', { authorUrl: 'javascript:alert(1)' }, 'Website must be a URL'],
  ['content', { content: ' ' }, 'Message is required'],
  ['content', { content: 'x'.repeat(1001) }, 'Message must be at most 1,000 characters'],
]
test.each(rejected)('rejects an entry with an invalid %s: %j', async (path, fields, message) => {
  const answer = await t.stranger('POST', signGuestbook.path, { ...visitor, ...fields })
  assert.deepEqual([answer.status, answer.body['issues']], [400, [{ path, message }]])
  assert.deepEqual(await many(t.db)`select from comments`, [])
})

test('rejects a malformed entry id in the query', async () => {
  for (const bad of badIds) assert.equal((await t.bob('GET', `${getGuestbook.path}?entry=${bad}`)).status, 400, bad)
  assert.deepEqual(t.logged, [])
})

test('accepts a form submitted without scripts, and shows it again if it is rejected', async () => {
  const post = (fields: Record<string, string>, origin = 'http://devstead.test') =>
    t.app.request(signGuestbook.path, {
      method: 'POST',
      headers: { host: 'devstead.test', origin },
      body: new URLSearchParams(fields),
    })
  const sent = await post(visitor)
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/guestbook?message=sent'])
  const again = await post({ authorName: '', content: '</textarea><b>Hello' })
  const page = await again.text()
  assert.equal(again.status, 400)
  assert.match(page, /Your message was not sent[^]*<li>Name is required<\/li>[^]*&lt;\/textarea&gt;&lt;b&gt;Hello/)
  assert.match(page, /<form method="post" action="\/api\/guestbook">[^]*href="\/guestbook">Back to the guestbook/)
  assert.equal((await post(visitor, 'https://evil.example')).status, 415)
})

test('does not exist while the section is off, and keeps its entries', async () => {
  await add(t, 'Kept')
  await turnOff(t, 'guestbook')
  for (const method of ['GET', 'POST'] as const)
    assert.equal((await t.admin(method, getGuestbook.path)).status, 404, method)
  const { id } = (await one<{ id: number }>(t.db)`select id from comments`)!
  assert.equal((await t.bob('DELETE', `/api/comments/${id}`)).status, 404)
  await turnOff(t)
  assert.equal((await t.bob('DELETE', `/api/comments/${id}`)).status, 403)
  assert.deepEqual(await textsOf(t), ['Kept'])
})

test('returns 404 while the site has no owner', async () => {
  await run(t.db)`delete from site_ownership`
  await run(t.db)`update all_members set standing = 'departed'`
  assert.equal((await t.stranger('POST', signGuestbook.path, visitor)).status, 404)
  assert.equal(await one(t.db)`select from comments`, null)
})
