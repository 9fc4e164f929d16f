import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, test, vi } from 'vitest'
import { createComment } from '#features/conversation/comments/comments.contract.ts'
import { deletePost, updatePost } from '#features/writing/posts/posts.contract.ts'
import { hidePostsOf } from '#features/writing/posts/hidden-posts.store.ts'
import { many, one, run } from '#kernel/db.ts'
import { jobSetOf } from '#kernel/job.ts'
import { createJobs } from '#kernel/jobs.ts'
import { createSafeFetch, type SafeFetch } from '#kernel/safe-fetch.ts'
import { testConnection } from '#tests/support/database.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { conversation, minute } from '#tests/support/sending-webmentions.ts'
import { scanLinksOfMember, sentWebmentionWorkers } from './sending-jobs.ts'
import { getSentWebmentions, resendWebmentions } from './sent-webmentions.contract.ts'

test('sends webmentions for a published post’s links and shows the author the results', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')}), [again](${t.url('/a')}), [deaf](${t.url('/deaf')}), [mine](/post/1)`)
  assert.deepEqual(await t.mentions(id), [])
  assert.deepEqual(await t.work(), [`/post/${id} > /a`])
  const mentions = await t.mentions(id)
  assert.deepEqual(
    mentions.map(({ target, state, endpoint, answer, tries }) => [target, state, endpoint, answer, tries]),
    [
      [t.url('/deaf'), 'no endpoint', null, 'The page has no webmention endpoint.', 1],
      [t.url('/a'), 'sent', t.url('/wm'), 'Accepted by the site (202).', 1],
    ],
  )
  assert.deepEqual(await t.work(), [])
  assert.deepEqual(t.logged, [])
})

test('sends webmentions for added and existing links after an edit', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')})`)
  await t.work()
  await t.alice('PATCH', updatePost.href({ id }), { content: `[a](${t.url('/a')}) [b](${t.url('/b')})` })
  assert.deepEqual(await t.work(), [`/post/${id} > /a`, `/post/${id} > /b`])
})

test('sends one more webmention for a removed link, and none after that', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')}) [b](${t.url('/b')}) [deaf](${t.url('/deaf')})`)
  await t.work()
  await t.alice('PATCH', updatePost.href({ id }), { content: `[a](${t.url('/a')})` })
  assert.deepEqual(await t.work(), [`/post/${id} > /a`, `/post/${id} > /b`])
  const mentions = await t.mentions(id)
  assert.deepEqual(
    mentions.map(({ target, isLinked }) => [target, isLinked]),
    [
      [t.url('/b'), false],
      [t.url('/a'), true],
    ],
  )
  await t.alice('PATCH', updatePost.href({ id }), { content: `[a](${t.url('/a')})!` })
  assert.deepEqual(await t.work(), [`/post/${id} > /a`])
  await t.alice('PATCH', updatePost.href({ id }), { content: `[b](${t.url('/b')})` })
  assert.deepEqual(await t.work(), [`/post/${id} > /a`, `/post/${id} > /b`])
})

test('sends webmentions for the links in a deleted post and its comments', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')})`)
  const comment = await t.say(id, `See [b](${t.url('/b')})`)
  const source = `/post/${id}#comment-${comment}`
  assert.deepEqual(await t.work(), [`${source} > /b`, `/post/${id} > /a`].sort())
  await t.alice('DELETE', deletePost.href({ id }))
  assert.deepEqual(await t.work(), [`${source} > /b`, `/post/${id} > /a`].sort())
  assert.deepEqual((await t.alice('GET', getSentWebmentions.href({ id }))).status, 404)
  t.pass(31 * 24 * 60 * minute)
  await t.tasks['sent-webmentions.sweep']!({})
  assert.equal((await one<{ count: number }>(t.db)`select count(*)::int from sent_webmentions`)!.count, 0)
})

test('sends webmentions for a comment’s links when the comment is published and when it is hidden', async () => {
  const t = await conversation()
  const id = await t.publish('No links')
  const comment = (await t.bob<{ id: number }>('POST', createComment.href({ id }), { content: `[b](${t.url('/b')})` }))
    .body.id
  assert.deepEqual(await t.work(), [])
  const received = [`/post/${id}#comment-${comment} > /b`]
  await t.alice('PATCH', `/api/admin/comments/${comment}`, { published: true })
  assert.deepEqual(await t.work(), received)
  assert.deepEqual(
    (await t.mentions(id)).map(({ commentId }) => commentId),
    [comment],
  )
  await t.alice('PATCH', `/api/admin/comments/${comment}`, { spam: true })
  assert.deepEqual(await t.work(), received)
  await t.alice('PATCH', `/api/admin/comments/${comment}`, { published: true })
  assert.deepEqual(await t.work(), received)
  await t.bob('DELETE', `/api/comments/${comment}`)
  assert.deepEqual(await t.work(), received)
  assert.deepEqual(await t.work(), [])
  await t.bob('POST', `/api/comments/${comment}/restoration`)
  assert.deepEqual(await t.work(), received)
  const [mention] = await t.mentions(id)
  assert.equal(mention!.isLinked, true)
})

test('uses the second page’s URL as the source for a comment that appears on that page', async () => {
  const t = await conversation()
  const id = await t.publish('No links')
  await run(t.db)`insert into comments (post_id, owner_id, author_name, content, content_html, status)
    select ${id}, ${t.members.alice.id}, 'V', 'x', 'x', 'approved' from generate_series(1, 50)`
  const comment = await t.say(id, `[b](${t.url('/b')})`)
  assert.deepEqual(await t.work(), [`/post/${id}?comments=2#comment-${comment} > /b`])
})

test('does not retry after a rejection, but retries after a failure with exponential backoff and a limit', async () => {
  const t = await conversation()
  t.replies((answer) => void answer.writeHead(400).end())
  const id = await t.publish(`[a](${t.url('/a')})`)
  assert.equal((await t.work()).length, 1)
  t.pass(1440 * minute)
  assert.deepEqual(await t.work(), [])
  assert.deepEqual(await stateOf(), ['failed', 1, 'The endpoint responded with 400.'])

  t.replies((answer) => void answer.writeHead(500).end())
  await t.alice('POST', resendWebmentions.href({ id }), {})
  assert.equal((await t.work()).length, 1)
  const delays: number[] = []
  for (;;) {
    const [mention] = await t.mentions(id)
    if (!mention?.nextTryAt) break
    const delayMs = Date.parse(mention.nextTryAt) - t.now()
    delays.push(Math.round(delayMs / minute))
    t.pass(delayMs - 4000)
    assert.equal((await t.work()).length, 0)
    t.pass(4000)
    assert.equal((await t.work()).length, 1)
  }
  assert.deepEqual(await stateOf(), ['failed', 7, 'The endpoint responded with 500.'])
  assert.equal(delays.length, 6)
  for (const [index, delay] of delays.entries()) {
    assert.ok(delay >= 0.7 * 4 ** index && delay <= Math.ceil(1.3 * 4 ** index), String(delays))
  }

  async function stateOf() {
    const [mention] = await t.mentions(id)
    return [mention?.state, mention?.tries, mention?.answer]
  }
})

test('retries a busy site at the time it specifies', async () => {
  const t = await conversation()
  const retryAt = t.now() + 3 * 3600_000
  t.replies((answer) => void answer.writeHead(503, { 'retry-after': new Date(retryAt).toUTCString() }).end())
  const id = await t.publish(`[a](${t.url('/a')})`)
  await t.work()
  const [mention] = await t.mentions(id)
  assert.equal(mention?.state, 'waiting')
  assert.ok(Date.parse(mention.nextTryAt!) >= retryAt - 1000)
})

test('does not send webmentions to public sites from a site without a public URL', async () => {
  const t = await conversation()
  await t.publish(`${t.url('/a')} https://other.example/`)
  for (const siteUrl of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://192.168.1.7', 'http://mine.local']) {
    await run(t.db)`update sent_webmentions set state = 'waiting'`
    const asked: string[] = []
    const fetch: SafeFetch = async (address) => {
      asked.push(address)
      return { ok: false, reason: 'unreachable' }
    }
    const tasks = tasksOf(sentWebmentionWorkers, { ...t.ctx, siteUrl, fetch })
    t.pass(2000)
    for (const { task, payload } of await t.takeJobs()) await t.tasks[task]!(payload)
    for (const due of await many(t.db)`select id, target, round from sent_webmentions order by id`)
      await tasks['sent-webmentions.send']!(due)
    assert.deepEqual(asked, [t.url('/a')])
    const [far] = await many<object>(t.db)`select state, answer from sent_webmentions where target like 'https:%'`
    assert.deepEqual(far, { state: 'failed', answer: 'Not sent: this site has no public URL yet.' })
  }
})

test('ignores the response to a superseded attempt', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')})`)
  t.pass(2000)
  const [first] = await t.takeJobs()
  await t.tasks[first!.task]!(first!.payload)
  const [send] = await t.takeJobs()
  await t.alice('PATCH', updatePost.href({ id }), { content: `[a](${t.url('/a')}) edited` })
  t.replies((answer) => void answer.writeHead(500).end())
  const sending = t.tasks[send!.task]!(send!.payload)
  t.pass(2000)
  const [second] = await t.takeJobs()
  await Promise.all([sending, t.tasks[second!.task]!(second!.payload)])
  t.replies((answer) => void answer.writeHead(202).end())
  await t.work()
  assert.deepEqual(
    (await t.mentions(id)).map(({ state }) => state),
    ['sent'],
  )
})

test('saves each link only once despite concurrent scans, and scans only once after two quick edits', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')})`)
  await t.alice('PATCH', updatePost.href({ id }), { content: `[b](${t.url('/b')})` })
  t.pass(2000)
  const jobs = await t.takeJobs()
  assert.equal(jobs.length, 1)
  await Promise.all([1, 2, 3].map(() => t.tasks[jobs[0]!.task]!(jobs[0]!.payload)))
  assert.deepEqual(await t.work(), [`/post/${id} > /b`])
  assert.equal((await t.mentions(id)).length, 1)
})

test('uses a separate queue for each host', async () => {
  const t = await conversation()
  await t.publish('[a](https://a.example/1) [b](https://a.example/2) [c](https://b.example/1)')
  t.pass(2000)
  const [look] = await t.takeJobs()
  await t.tasks[look!.task]!(look!.payload)
  const queues = (await t.takeJobs()).map(({ queue }) => queue)
  assert.equal(queues.length, 3)
  assert.equal(new Set(queues).size, 2)
})

test('sends webmentions when a post is hidden along with its author, and when it is shown again', async () => {
  const t = await conversation()
  const id = await t.publish(`[a](${t.url('/a')})`)
  await t.bob('POST', createComment.href({ id }), { content: `[b](${t.url('/b')})` })
  await run(t.db)`update all_comments set status = 'approved'`
  const memberId = t.members.alice.id
  await t.work()
  await scanLinksOfMember(t.ctx, memberId)
  await hidePostsOf(t.db, memberId)
  assert.deepEqual(await t.work(), [`/post/${id} > /a`])
  await run(t.db)`update all_posts set is_withheld = false`
  await scanLinksOfMember(t.ctx, memberId)
  assert.deepEqual(await t.work(), [`/post/${id} > /a`])
  const other = await t.postBy('bob')
  assert.equal((await t.alice('GET', getSentWebmentions.href({ id: other }))).status, 404)
})

test('sends webmentions for at most a hundred links per post and twenty per comment', async () => {
  const t = await conversation()
  const links = (count: number) => Array.from({ length: count }, (_, index) => t.url(`/deaf/${index}`)).join('\n')
  const id = await t.publish(links(120))
  await t.say(id, links(30))
  await t.work()
  const counts = await many(t.db)`
    select comment_id is null as post, count(*)::int from sent_webmentions group by 1 order by 1`
  assert.deepEqual(counts, [
    { post: false, count: 20 },
    { post: true, count: 100 },
  ])
})

test('does not let a site that never responds delay webmentions to other sites', async () => {
  const t = await conversation()
  const silent = http.createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => silent.closeAllConnections())
  const silentHost = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  const fetch = createSafeFetch({ allow: [silentHost, new URL(t.url('/')).host], userAgent: 'test' })
  const links = Array.from({ length: 50 }, (_, index) => `http://${silentHost}/${index}`).join('\n')
  await t.publish(`${links}\n${t.url('/a')}`)
  const sets = [jobSetOf(sentWebmentionWorkers, { ...t.ctx, fetch })]
  const jobs = await createJobs({ connection: await testConnection(), sets, log: t.ctx.log })
  onTestFinished(() => jobs.stop())
  await vi.waitFor(() => assert.equal(t.received.length, 1), patienceMs)
})
