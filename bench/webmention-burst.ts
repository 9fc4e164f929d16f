import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { one } from '#kernel/db.ts'
import { submitWebmention } from '#features/conversation/webmentions/endpoint.contract.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { msOf, p95, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const burst = 1000
const connections = 20
const patienceMs = 120_000

/** Starts another site. Each of its pages likes the URL in its query string: `/1?http://…`. */
export async function startLikingSite(): Promise<{ host: string; stop: () => void }> {
  const server = http.createServer(({ url = '' }, response) => {
    const target = decodeURIComponent(url.split('?')[1] ?? '')
    response.setHeader('content-type', 'text/html')
    response.end(`<div class="h-entry"><a class="u-like-of" href="${target}">Liked</a></div>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The other site is not listening.')
  return { host: `127.0.0.1:${address.port}`, stop: () => void server.close() }
}

/** Compares a burst of webmentions, whose sources the site fetches in the meantime, with a burst for an unknown target,
 *  which it rejects after one query. Also checks that the site verifies every webmention. */
export async function measureWebmentionBurst({ url, dataDir }: RunningSite, likingHost: string): Promise<Row[]> {
  const { id } = (await withDatabase(dataDir, (db) => one<{ id: number }>(db)`select min(id) as id from posts`))!
  const [target, unknown] = [`${url}/post/${id}`, `${url}/post/2000000000`]
  const sourceOf = (at: number) => `http://${likingHost}/${at}?${encodeURIComponent(target)}`
  const send = (target: string, status: number) => async (at: number) => {
    const body = new URLSearchParams({ source: sourceOf(at), target })
    const response = await fetch(url + submitWebmention.path, { method: 'POST', body })
    await response.arrayBuffer()
    if (response.status !== status)
      throw new Error(`A webmention returned status ${response.status} instead of ${status}.`)
  }
  const rejectedMs = await p95OfBurst(send(unknown, 400))
  const acceptedMs = await p95OfBurst(send(target, 201))
  return [
    {
      name: 'webmentions: burst of 1,000, p95 as a multiple of rejected ones',
      value: acceptedMs / rejectedMs,
      limit: { atMost: 5 },
      info: msOf(acceptedMs, rejectedMs, 'p95'),
    },
    {
      name: 'webmentions: share of the burst that is verified',
      value: await shareVerified(dataDir, target),
      limit: { atLeast: 1 },
    },
  ]
}

async function p95OfBurst(send: (at: number) => Promise<void>): Promise<number> {
  const durations: number[] = []
  let next = 0
  async function sendSome(): Promise<void> {
    while (next < burst) {
      const startedMs = performance.now()
      await send(next++)
      durations.push(performance.now() - startedMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, sendSome))
  return p95(durations)
}

const shareVerified = (dataDir: string, target: string): Promise<number> =>
  withDatabase(dataDir, async (db) => {
    const untilMs = performance.now() + patienceMs
    for (;;) {
      const row = await one<{ share: number }>(db)`
        select (count(*) filter (where state = 'verified'))::float8 / ${burst}::int as share from webmentions where target_url = ${target}`
      if (row!.share >= 1 || performance.now() > untilMs) return row!.share
      await sleep(100)
    }
  })
