import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { testApplication } from './application.ts'

type Page = (answer: ServerResponse, request: IncomingMessage) => void

/** Starts another site, which serves `pages` and returns 404 for any other path. `asked` lists the requests it
 *  receives. */
async function otherSite() {
  const pages: Record<string, Page | string> = {}
  const asked: IncomingMessage[] = []
  const server = http.createServer((request, answer) => {
    asked.push(request)
    const page = pages[request.url ?? ''] ?? ((missing: ServerResponse) => void missing.writeHead(404).end())
    answer.setHeader('content-type', 'text/html')
    if (typeof page === 'string') answer.end(page)
    else page(answer, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { pages, asked, host, url: `http://${host}` }
}

/** Opens the site with a post by Alice, and another site that mentions the post. */
export async function mentioned(settings: Record<string, string> = {}) {
  const other = await otherSite()
  const t = await testApplication({
    OUTBOUND_ALLOW: `${other.host},${other.host.replace('127.0.0.1', 'localhost')}`,
    RATE_LIMITS: 'off',
    ...settings,
  })
  const alice = await t.register('alice')
  const made = await t.call('POST', '/api/posts', { token: alice, body: { content: 'A post', categoryId: 5 } })
  const { id: postId } = (await made.json()) as { id: number }
  const target = `http://devstead.test/post/${postId}`

  const send = async (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    t.app.request('/webmention', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })

  /** Sends a webmention and waits until it has been verified. @returns the content of its status page */
  async function mention(path: string, about = target) {
    await run(t.db)`update webmentions set received_at = received_at - interval '1 minute'`
    const answer = await send({ source: path.startsWith('/') ? other.url + path : path, target: about })
    if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
    const address = new URL(answer.headers.get('location')!).pathname
    await idle()
    return (await (await t.app.request(address)).json()) as { state: string; message: string }
  }

  /** Waits until no verification is due. Does not use `now()`, which is older than the rows that the query sees. */
  const idle = () =>
    vi.waitFor(
      async () => {
        const left = await one(t.db)`
          select from graphile_worker.jobs where task_identifier = 'webmentions.verify' and run_at <= clock_timestamp()
          union all select from webmentions where check_at <= clock_timestamp() limit 1`
        if (left) throw new Error('Sources are still being verified.')
      },
      { timeout: 15_000, interval: 20 },
    )

  /** Returns the mentions that a visitor sees. */
  async function shown(id = postId) {
    const answer = await t.call('GET', `/api/posts/${id}/webmentions`)
    return ((await answer.json()) as { webmentions: Record<string, string | null>[] }).webmentions
  }
  const approveAll = () => run(t.db)`update webmentions set status = 'approved' where status = 'pending'`

  return { ...t, other, alice, postId, target, send, mention, idle, shown, approveAll }
}
