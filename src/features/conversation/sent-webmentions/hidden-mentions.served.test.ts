import assert from 'node:assert/strict'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished, test, vi } from 'vitest'
import { deleteAccount } from '#features/people/account-deletion/account-deletion.contract.ts'
import { type Post, publishPost } from '#features/writing/posts/posts.contract.ts'
import { getViewer } from '#features/people/profiles/profiles.contract.ts'
import { liftSuspension, suspendMember } from '#features/admin/suspensions/suspensions.contract.ts'
import { one } from '#kernel/db.ts'
import { testApplication } from '#tests/support/application.ts'
import { patienceMs } from '#tests/support/patience.ts'

/** Starts another site with a webmention endpoint for all its pages. */
async function otherSite() {
  const sources: string[] = []
  const receive = async (request: IncomingMessage, answer: ServerResponse) => {
    sources.push(new URLSearchParams(await text(request)).get('source')!)
    answer.writeHead(202).end()
  }
  const server = http.createServer((request, answer) => {
    if (request.method === 'POST') void receive(request, answer)
    else answer.setHeader('link', '</endpoint>; rel=webmention').end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, sources }
}

test('notifies linked sites when a post is hidden along with its author, shown again, or deleted', async () => {
  const other = await otherSite()
  const t = await testApplication({ OUTBOUND_ALLOW: other.host })
  const [admin, linus] = [await t.register('boss'), await t.register('linus')]
  const as = async <Body>(token: string, method: string, path: string, body?: unknown) => {
    const answer = await t.call(method, path, { token, body })
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`)
    return (await answer.json().catch(() => null)) as Body
  }
  const { id } = await as<Post>(linus, 'POST', publishPost.path, { content: `[there](http://${other.host}/page)` })
  const member = await as<{ id: number }>(linus, 'GET', getViewer.path)
  const source = `http://devstead.test/post/${id}`
  const received = (times: number) =>
    vi.waitFor(
      () =>
        assert.deepEqual(
          other.sources,
          Array.from({ length: times }, () => source),
        ),
      patienceMs,
    )
  await received(1)
  await as(admin, 'PUT', suspendMember.href({ id: member.id }), { reason: 'By mistake' })
  await received(2)
  await as(admin, 'DELETE', liftSuspension.href({ id: member.id }))
  await received(3)
  const again = { email: 'linus@devstead.test', password: 'secret of linus' }
  const session = await t.call('POST', '/auth/v1/token?grant_type=password', { body: again })
  const { access_token: token } = (await session.json()) as { access_token: string }
  await as(token, 'POST', deleteAccount.path, { posts: 'remove' })
  await received(4)
  const row = await one<{ isLinked: boolean }>(t.db)`select is_linked as "isLinked" from sent_webmentions`
  assert.deepEqual(row, { isLinked: false })
})
