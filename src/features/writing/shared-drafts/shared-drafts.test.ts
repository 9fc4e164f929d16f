import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { sentenceOf } from '#features/people/notifications/notification-words.contract.ts'
import { getNotifications, NotificationList } from '#features/people/notifications/notifications.contract.ts'
import { notificationRoutes } from '#features/people/notifications/notifications.routes.ts'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import { draftRoutes } from '#features/writing/drafts/drafts.routes.ts'
import { discardDraft, DraftList, getDrafts, putDraft } from '#features/writing/drafts/drafts.contract.ts'
import { publishPost } from '#features/writing/posts/posts.contract.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { badIds } from '#tests/support/bad-input.ts'
import { cast, type Name } from '#tests/support/cast.ts'
import { sweepDraftComments } from './draft-comments.store.ts'
import { sharedDraftAddress } from './shared-draft-addresses.contract.ts'
import {
  commentOnDraft,
  DraftComment,
  DraftCommentList,
  DraftLink,
  getDraftComments,
  getDraftLink,
  getSharedDraft,
  maxDraftComments,
  removeDraftComment,
  resolveDraftComment,
  restoreDraftComment,
  revokeDraftLink,
  shareDraft,
  SharedDraft,
} from './shared-drafts.contract.ts'
import { sharedDraftRoutes } from './shared-drafts.routes.ts'

const key = 'b'.repeat(32)
const unknown = 'x'.repeat(32)
const draft = {
  title: 'Half a thought',
  content: '## Begun\n\nWith **some** words. <script>alert(1)</script>',
  categoryId: 1,
  details: { ...noDetails, tags: ['thought'] },
  postId: null,
  baseUpdatedAt: null,
  updatedAt: null,
}

async function start() {
  const t = await cast([...draftRoutes, ...sharedDraftRoutes, ...postRoutes, ...notificationRoutes])
  const save = (part: object = {}) => t.alice('PUT', putDraft.href({ key }), { ...draft, ...part })
  const share = async (expiresInDays: 7 | 30 | null = null) => {
    const { status, body } = await t.alice('PUT', shareDraft.href({ key }), { expiresInDays })
    assert.equal(status, 200, JSON.stringify(body))
    return DraftLink.parse(body)
  }
  await save()
  const { token } = await share()
  const open = (which = token) => t.stranger<SharedDraft>('GET', getSharedDraft.href({ token: which }))
  const comment = (body: object, name: Name | 'stranger' = 'stranger', which = token) =>
    t[name]<DraftComment & { message: string }>('POST', commentOnDraft.href({ token: which }), body)
  const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    t.app.request(commentOnDraft.href({ token }), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', ...headers },
      body: new URLSearchParams(fields),
    })
  const comments = async () =>
    DraftCommentList.parse((await t.alice('GET', getDraftComments.href({ key }))).body).comments
  const notifications = async () =>
    NotificationList.parse((await t.alice('GET', getNotifications.path)).body).notifications.map(sentenceOf)
  const unlimited = () => run(t.db)`delete from rate_limits`
  return { ...t, save, share, token, open, comment, form, comments, notifications, unlimited }
}

test('shares a draft’s current text through a secret link, rendered like an article', async () => {
  const t = await start()
  const { status, body } = await t.open()
  assert.deepEqual(
    [status, body.title, body.user.username, body.category?.id, body.tags, body.comments],
    [200, 'Half a thought', 'alice', 1, ['thought'], []],
  )
  assert.match(body.contentHtml, /<h2 id="h-begun".*<strong>some<\/strong> words\. &lt;script&gt;/s)
  await t.save({ content: 'Changed', updatedAt: body.updatedAt })
  assert.match((await t.open()).body.contentHtml, /Changed/)
})

test('keeps the link when the draft is shared again, and only changes its expiration', async () => {
  const t = await start()
  const week = await t.share(7)
  assert.equal(week.token, t.token)
  const days = (Date.parse(week.expiresAt!) - Date.now()) / 86_400_000
  assert.ok(days > 6.9 && days <= 7)
  assert.deepEqual((await t.alice('GET', getDraftLink.href({ key }))).body, week)
  assert.equal((await t.share(null)).expiresAt, null)
  assert.equal((await t.alice('PUT', shareDraft.href({ key }), { expiresInDays: 365 })).status, 400)
})

test('responds identically to links that were revoked, have expired, or never existed', async () => {
  const t = await start()
  const seen = async (token: string) => {
    const { status, body, headers } = await t.open(token)
    return [status, { ...body, requestId: '' }, headers.get('cache-control')]
  }
  const never = await seen(unknown)
  assert.equal(never[0], 404)
  await run(t.db)`update draft_links set expires_at = now()`
  assert.deepEqual(await seen(t.token), never)
  assert.equal((await t.alice('GET', getDraftLink.href({ key }))).body, null)
  const { token } = await t.share()
  assert.notEqual(token, t.token)
  for (let times = 0; times < 2; times++) {
    assert.equal((await t.alice('DELETE', revokeDraftLink.href({ key }))).status, 204)
    assert.deepEqual(await seen(token), never)
  }
  assert.equal((await t.comment({ authorName: 'Zoe', content: 'Late' }, 'stranger', token)).status, 404)
  assert.notEqual((await t.share()).token, token)
})

test('lets only the author share a draft, see its link, and revoke the link', async () => {
  const t = await start()
  for (const [method, endpoint] of [
    ['GET', getDraftLink],
    ['PUT', shareDraft],
    ['DELETE', revokeDraftLink],
    ['GET', getDraftComments],
  ] as const) {
    const body = method === 'PUT' ? { expiresInDays: null } : undefined
    assert.equal((await t.stranger(method, endpoint.href({ key }), body)).status, 401)
    for (const name of ['bob', 'admin'] as const) {
      assert.equal((await t[name](method, endpoint.href({ key }), body)).status, method === 'DELETE' ? 204 : 404)
    }
  }
  assert.equal((await t.open()).status, 200)
})

test('no longer opens a draft that is published or discarded, or whose author is suspended', async () => {
  const t = await start()
  await run(t.db)`update all_members set standing = 'suspended' where id = ${t.members.alice.id}`
  assert.equal((await t.open()).status, 404)
  await run(t.db)`update all_members set standing = 'present' where id = ${t.members.alice.id}`
  assert.equal((await t.open()).status, 200)
  const article = { ...draft, ...draft.details, content: 'It is written. '.repeat(10), isLongForm: true }
  const headers = { authorization: 'Bearer alice', 'content-type': 'application/json', 'idempotency-key': key }
  await t.app.request(publishPost.path, { method: 'POST', headers, body: JSON.stringify(article) })
  assert.equal((await t.open()).status, 404)
  assert.equal((await t.alice('PUT', shareDraft.href({ key }), { expiresInDays: null })).status, 404)
  await t.alice('DELETE', discardDraft.href({ key }))
  assert.deepEqual(await many(t.db)`select from draft_links`, [])
})

test('lets readers comment under a name of their choice and members under their own, and notifies the author', async () => {
  const t = await start()
  const { status, body } = await t.comment({ authorName: ' Zoe ', content: 'Nice *start*' })
  assert.deepEqual([status, body.authorName, body.user, body.isDraftAuthor], [201, 'Zoe', null, false])
  assert.match(body.contentHtml, /Nice <em>start<\/em>/)
  await t.comment({ authorName: 'Not Bob', content: 'From Bob' }, 'bob')
  await t.comment({ content: 'Thanks' }, 'alice')
  assert.deepEqual(
    (await t.comments()).map(({ authorName, isDraftAuthor }) => [authorName, isDraftAuthor]),
    [
      ['Zoe', false],
      ['Bob Baker', false],
      ['Alice Archer', true],
    ],
  )
  assert.deepEqual(await t.notifications(), ['2 new comments on your drafts, the latest by Bob Baker and Zoe'])
  const [listed] = DraftList.parse((await t.alice('GET', getDrafts.path)).body).drafts
  assert.deepEqual([listed!.isShared, listed!.openComments], [true, 3])
})

test('rejects comments by bots and blocked members, and comments without a name or text', async () => {
  const t = await start()
  const zoe = { authorName: 'Zoe', content: 'Words' }
  const refused = async (body: object, name: Name | 'stranger' = 'stranger') => {
    await t.unlimited()
    const answer = await t.comment(body, name)
    return [answer.status, answer.body.message]
  }
  assert.deepEqual(await refused({ content: 'Words' }), [400, 'Name is required'])
  assert.deepEqual(await refused({ ...zoe, content: ' \u200b' }), [400, 'Comment is required'])
  assert.equal((await refused({ ...zoe, content: 'x'.repeat(5001) }))[0], 400)
  assert.equal((await refused({ ...zoe, subject: 'Buy' }))[0], 400)
  assert.equal((await refused({ ...zoe, writingMs: 20 }))[0], 429)
  await run(t.db)`
    insert into comment_blocks (owner_id, kind, value, label, created_by)
    values (${t.members.alice.id}, 'member', ${String(t.members.bob.id)}, '', ${t.members.alice.id})`
  assert.deepEqual(await refused(zoe, 'bob'), [403, 'You can’t comment on this draft.'])
  assert.deepEqual(await t.comments(), [])
})

test('limits comments per IP address and per draft', async () => {
  const t = await start()
  const say = (n: number) => t.comment({ authorName: 'Zoe', content: `Number ${n}` })
  for (let n = 0; n < 5; n++) assert.equal((await say(n)).status, 201)
  assert.equal((await say(6)).status, 429)
  await run(t.db)`
    insert into draft_comments (owner_id, draft_key, author_name, content, content_html)
    select ${t.members.alice.id}, ${key}, 'Zoe', '', '' from generate_series(6, ${maxDraftComments - 1}::int)`
  await t.unlimited()
  const answers = await Promise.all([say(7), say(8), say(9)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409],
  )
})

test('lets only the author resolve, reopen, and delete comments', async () => {
  const t = await start()
  const { id } = (await t.comment({ content: 'From Bob' }, 'bob')).body
  const resolve = (name: Name, isResolved: unknown = true) =>
    t[name]<DraftComment>('PATCH', resolveDraftComment.href({ id }), { isResolved })
  for (let times = 0; times < 2; times++) assert.equal((await resolve('alice')).body.isResolved, true)
  assert.equal((await resolve('alice', false)).body.isResolved, false)
  assert.deepEqual([(await resolve('bob')).status, (await resolve('admin')).status], [404, 404])
  assert.equal((await resolve('alice', 'yes')).status, 400)
  const remove = (name: Name | 'stranger', which = id) => t[name]('DELETE', removeDraftComment.href({ id: which }))
  assert.deepEqual([(await remove('stranger')).status, (await remove('admin')).status], [401, 404])
  assert.deepEqual([(await remove('alice')).status, (await remove('alice')).status], [204, 404])
  assert.deepEqual([await t.comments(), await t.notifications()], [[], []])
  const own = (await t.comment({ content: 'From Bob' }, 'bob')).body
  assert.equal((await remove('bob', own.id)).status, 204)
})

test('lets only the member who deleted a comment restore it, once', async () => {
  const t = await start()
  const remove = (name: Name, id: number) => t[name]('DELETE', removeDraftComment.href({ id }))
  const restore = (name: Name | 'stranger', id: number) =>
    t[name]<DraftComment>('POST', restoreDraftComment.href({ id }))
  const texts = async () => (await t.comments()).map(({ contentHtml }) => contentHtml.trim())
  const { id } = (await t.comment({ content: 'From Bob' }, 'bob')).body
  assert.equal((await restore('bob', id)).status, 404, 'not deleted')
  for (const [name, other] of [
    ['bob', 'alice'],
    ['alice', 'bob'],
  ] as const) {
    assert.equal((await remove(name, id)).status, 204)
    assert.deepEqual([(await restore(other, id)).status, (await restore('admin', id)).status], [404, 404])
    assert.equal((await restore('stranger', id)).status, 401)
    const resolve = await t.alice('PATCH', resolveDraftComment.href({ id }), { isResolved: true })
    assert.deepEqual([resolve.status, (await remove(other, id)).status], [404, 404])
    assert.deepEqual([await texts(), (await t.open()).body.comments, await t.notifications()], [[], [], []])
    const [listed] = DraftList.parse((await t.alice('GET', getDrafts.path)).body).drafts
    assert.equal(listed!.openComments, 0)
    const { status, body } = await restore(name, id)
    assert.deepEqual([status, body.id, body.authorName], [200, id, 'Bob Baker'])
    assert.equal((await restore(name, id)).status, 404)
    assert.deepEqual(await texts(), ['<p>From Bob</p>'])
    assert.deepEqual(await t.notifications(), name === 'bob' ? ['Bob Baker commented on your draft'] : [])
  }
  assert.equal((await restore('bob', 404)).status, 404)
  for (const bad of badIds)
    assert.equal((await t.bob('POST', restoreDraftComment.path.replace(':id', bad))).status, 400, bad)
})

test('lets members restore their comments only while they may comment on the draft', async () => {
  const t = await start()
  const { id } = (await t.comment({ content: 'From Bob' }, 'bob')).body
  const restore = () => t.bob<{ message: string }>('POST', restoreDraftComment.href({ id }))
  await t.bob('DELETE', removeDraftComment.href({ id }))
  await t.alice('DELETE', revokeDraftLink.href({ key }))
  assert.equal((await restore()).status, 404)
  await t.alice('PUT', shareDraft.href({ key }), { expiresInDays: null })
  await run(t.db)`
    insert into comment_blocks (owner_id, kind, value, label, created_by)
    values (${t.members.alice.id}, 'member', ${String(t.members.bob.id)}, '', ${t.members.alice.id})`
  const { status, body } = await restore()
  assert.deepEqual([status, body.message], [403, 'You can’t comment on this draft.'])
  await run(t.db)`delete from comment_blocks`
  assert.equal((await restore()).status, 200)
})

test('does not repeat a notification that the author has read when a comment is restored', async () => {
  const t = await start()
  const { id } = (await t.comment({ content: 'From Bob' }, 'bob')).body
  await run(t.db)`update notifications set read_at = now()`
  await t.bob('DELETE', removeDraftComment.href({ id }))
  await t.bob('POST', restoreDraftComment.href({ id }))
  assert.deepEqual(await many(t.db)`select event_count as count, read_at is null as "isUnread" from notifications`, [
    { count: 1, isUnread: false },
  ])
})

test('deletes comments permanently after a month, and does not count deleted ones toward the limit', async () => {
  const t = await start()
  await run(t.db)`
    insert into draft_comments (owner_id, draft_key, author_name, content, content_html)
    select ${t.members.alice.id}, ${key}, 'Zoe', '', '' from generate_series(1, ${maxDraftComments}::int)`
  const [first, second] = await t.comments()
  for (const { id } of [first!, second!]) await t.alice('DELETE', removeDraftComment.href({ id }))
  assert.equal((await t.comment({ authorName: 'Zoe', content: 'There is room' })).status, 201)
  await run(t.db)`update draft_comments set deleted_at = now() - interval '31 days' where id = ${first!.id}`
  await sweepDraftComments(t.db, Date.now())
  assert.equal((await t.comment({ authorName: 'Zoe', content: 'The last one' })).status, 201)
  assert.equal((await t.alice('POST', restoreDraftComment.href({ id: second!.id }))).status, 409, 'full')
  const [third] = await t.comments()
  await t.alice('DELETE', removeDraftComment.href({ id: third!.id }))
  const restored = [first!, second!].map(({ id }) => t.alice('POST', restoreDraftComment.href({ id })))
  assert.deepEqual(
    (await Promise.all(restored)).map(({ status }) => status),
    [404, 200],
  )
})

test('keeps comments after the link expires, and deletes them along with the draft', async () => {
  const t = await start()
  await t.comment({ authorName: 'Zoe', content: 'Words' })
  await t.alice('DELETE', revokeDraftLink.href({ key }))
  assert.equal((await t.comments()).length, 1)
  await t.alice('DELETE', discardDraft.href({ key }))
  assert.deepEqual(await many(t.db)`select from draft_comments`, [])
})

test('hides suspended members’ comments', async () => {
  const t = await start()
  await t.comment({ content: 'From Bob' }, 'bob')
  await run(t.db)`update all_members set standing = 'suspended' where id = ${t.members.bob.id}`
  assert.deepEqual([await t.comments(), (await t.open()).body.comments], [[], []])
})

test('saves a comment submitted without scripts and returns to the draft, but rejects forms from other sites', async () => {
  const t = await start()
  for (const headers of [{}, { origin: 'http://devstead.test' }]) {
    const response = await t.form({ authorName: 'Zoe', content: 'Words', subject: '' }, headers)
    assert.deepEqual(
      [response.status, response.headers.get('location'), response.headers.get('referrer-policy')],
      [303, `${sharedDraftAddress.href({ token: t.token }, { comment: 'sent' })}#comments`, 'no-referrer'],
    )
  }
  for (const origin of ['https://elsewhere.example', '']) {
    assert.equal((await t.form({ authorName: 'Zoe', content: 'Forged' }, { origin })).status, 415)
  }
  assert.equal((await t.comments()).length, 2)
})

test('redisplays a rejected form with the reasons and the escaped input', async () => {
  const t = await start()
  const response = await t.form({ authorName: '', content: '</textarea><script>alert(1)</script>' })
  const html = await response.text()
  assert.deepEqual(
    [response.status, response.headers.get('referrer-policy'), response.headers.get('cache-control')],
    [400, 'no-referrer', 'no-store'],
  )
  assert.match(html, /Name is required/)
  assert.match(html, /&lt;\/textarea&gt;&lt;script&gt;alert\(1\)/)
  assert.doesNotMatch(html, /<script/)
})

test('renders hostile comments as text', async () => {
  const t = await start()
  const { body } = await t.comment({
    authorName: '<img src=x onerror=alert(1)>',
    content: '<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![y](https://elsewhere.example/y.png)',
  })
  assert.doesNotMatch(body.contentHtml, /<img|href="javascript/)
})

test('shows the beginning of a draft that is too long to be published', async () => {
  const t = await start()
  const { updatedAt } = (await t.open()).body
  await t.save({ content: 'long words '.repeat(12_000), updatedAt })
  const { status, body } = await t.open()
  assert.deepEqual([status, body.isTruncated], [200, true])
})
