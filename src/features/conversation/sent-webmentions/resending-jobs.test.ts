import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createComment } from '#features/conversation/comments/comments.contract.ts'
import { deletePost } from '#features/writing/posts/posts.contract.ts'
import { conversation, minute } from '#tests/support/sending-webmentions.ts'
import { getSentWebmentions, resendWebmentions } from './sent-webmentions.contract.ts'

test('resends webmentions for a post’s links after new replies, at most once per hour', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')}) [deaf](${t.url('/deaf')})`)
  await t.work()
  const own = [`/post/${id} > /a`]
  const { id: comment } = (await t.bob<{ id: number }>('POST', createComment.href({ id }), { content: 'Well said' }))
    .body
  assert.deepEqual(await t.work(), [])
  await t.alice('PATCH', `/api/admin/comments/${comment}`, { published: true })
  assert.deepEqual(await t.work(), own)
  for (const content of ['Thanks', `See [b](${t.url('/b')})`]) await t.say(id, content)
  assert.equal((await t.work()).filter((received) => received === own[0]).length, 0)
  t.pass(50 * minute)
  assert.deepEqual(await t.work(), [])
  t.pass(11 * minute)
  assert.deepEqual(await t.work(), own)
  t.pass(24 * 60 * minute)
  assert.deepEqual(await t.work(), [])
})

test('resends no webmentions if a comment was already visible, is hidden, or is on another post', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')})`)
  const other = await t.publish(`[b](${t.url('/b')})`)
  const comment = await t.say(id, 'First')
  await t.work()
  t.pass(61 * minute)
  await t.alice('PATCH', `/api/admin/comments/${comment}`, { published: true })
  await t.alice('POST', '/api/admin/comments/bulk', { ids: [comment], action: 'approve' })
  await t.alice('PATCH', `/api/admin/comments/${comment}`, { spam: true })
  await t.bob('POST', createComment.href({ id }), { content: 'Well said' })
  assert.deepEqual(await t.work(), [])
  await t.say(other, 'There')
  assert.deepEqual(await t.work(), [`/post/${other} > /b`])
  await t.alice('DELETE', deletePost.href({ id }))
  assert.deepEqual(await t.work(), [`/post/${id} > /a`])
})

test('queues no job for a comment on a post that links nowhere', async () => {
  const t = await conversation()
  const id = await t.publish('No links')
  await t.say(id, 'First')
  t.pass(2000)
  assert.deepEqual(await t.takeJobs(), [])
})

test('does not let the moderator of one post trigger a scan of another post', async () => {
  const t = await conversation()
  const [id, other] = [await t.publish('No links'), await t.postBy('bob')]
  const mine = await t.say(id, 'Mine')
  const theirs = (
    await t.bob<{ id: number }>('POST', createComment.href({ id: other }), { content: `[b](${t.url('/b')})` })
  ).body.id
  await t.work()
  await t.alice('POST', '/api/admin/comments/bulk', { ids: [mine, theirs], action: 'approve' })
  assert.deepEqual(
    (await t.takeJobs()).map(({ payload }) => payload),
    [],
  )
  t.pass(2000)
  assert.deepEqual(
    (await t.takeJobs()).map(({ payload }) => payload),
    [{ postId: id, commentId: mine }],
  )
})

test('resends one or all of a post’s webmentions but none of another post’s, and queues each only once', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')}) [b](${t.url('/b')})`)
  const other = await t.publish(`[c](${t.url('/c')})`)
  await t.work()
  const [b] = await t.mentions(id)
  assert.deepEqual((await t.alice('POST', resendWebmentions.href({ id }), { id: b!.id })).body, { resent: 1, left: 0 })
  assert.deepEqual((await t.alice('POST', resendWebmentions.href({ id }), { id: b!.id })).body, { resent: 1, left: 0 })
  assert.equal((await t.work()).length, 1)
  assert.deepEqual((await t.admin('POST', resendWebmentions.href({ id }), {})).body, { resent: 2, left: 0 })
  assert.deepEqual(await t.work(), [`/post/${id} > /a`, `/post/${id} > /b`])
  assert.equal((await t.alice('POST', resendWebmentions.href({ id: other }), { id: b!.id })).status, 404)
  for (const body of [{ id: 0 }, { id: 'x' }, []]) {
    assert.equal((await t.alice('POST', resendWebmentions.href({ id }), body)).status, 400)
  }
  for (const [who, status] of [
    ['bob', 404],
    ['stranger', 401],
  ] as const) {
    assert.equal((await t[who]('POST', resendWebmentions.href({ id }), {})).status, status)
    assert.equal((await t[who]('GET', getSentWebmentions.href({ id }))).status, status)
  }
  assert.equal((await t.alice('POST', resendWebmentions.href({ id: 404_404 }), {})).status, 404)
  assert.deepEqual(await t.work(), [])
})

test('shows readers the webmentions sent for their posts, but does not let them resend any', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')})`)
  await t.work()
  t.members.alice.role = 'reader'
  assert.equal((await t.mentions(id)).length, 1)
  assert.equal((await t.alice('POST', resendWebmentions.href({ id }), {})).status, 403)
})

test('limits manual resends to sixty per hour per site, without affecting other sites', async () => {
  const t = await conversation()
  const links = (count: number) => Array.from({ length: count }, (_, index) => t.url(`/deaf/${index}`)).join('\n')
  const [first, second] = [await t.publish(links(50)), await t.publish(`${links(20)}\nhttps://other.example/`)]
  assert.deepEqual((await t.alice('POST', resendWebmentions.href({ id: first }), {})).body, { resent: 0, left: 0 })
  await t.work()
  assert.deepEqual((await t.alice('POST', resendWebmentions.href({ id: first }), {})).body, { resent: 50, left: 0 })
  assert.deepEqual((await t.admin('POST', resendWebmentions.href({ id: second }), {})).body, { resent: 11, left: 10 })
  const { id } = (await t.mentions(first))[0]!
  for (const body of [{ id }, {}]) {
    const rejected = await t.admin('POST', resendWebmentions.href({ id: first }), body)
    assert.equal(rejected.status, 429)
    assert.match(JSON.stringify(rejected.body), /at most 60 webmentions per hour .* in 60 minutes/)
    assert.ok(Number(rejected.headers.get('retry-after')) > 3000)
  }
  t.pass(61 * minute)
  assert.deepEqual((await t.alice('POST', resendWebmentions.href({ id: first }), { id })).body, { resent: 1, left: 0 })
})
