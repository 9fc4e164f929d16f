import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { one } from '#kernel/db.ts'
import { endpointPath } from '#features/webmentions/webmentions.contract.ts'
import type { RunningSite } from '#tests/site.ts'
import { p95, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const burst = 1000
const connections = 20
const patienceMs = 120_000

/** Another site, all of whose pages like whatever they are asked to: `/1?http://…`. */
export async function startLikingSite(): Promise<{ host: string; stop: () => void }> {
  const server = http.createServer(({ url = '' }, answer) => {
    const target = decodeURIComponent(url.split('?')[1] ?? '')
    answer.setHeader('content-type', 'text/html')
    answer.end(`<div class="h-entry"><a class="u-like-of" href="${target}">Liked</a></div>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The other site does not listen.')
  return { host: `127.0.0.1:${address.port}`, stop: () => void server.close() }
}

/** How long the site takes to answer webmentions that come all at once, while it reads their sources, against as many that it
 *  refuses after one look for the target; and whether it reads them all. */
export async function measureWebmentionBurst({ url, dataDir }: RunningSite, likingHost: string): Promise<Row[]> {
  const { id } = (await withDatabase(dataDir, (db) => one<{ id: number }>(db)`select min(id) as id from posts`))!
  const [target, nothing] = [`${url}/post/${id}`, `${url}/post/2000000000`]
  const sourceOf = (at: number) => `http://${likingHost}/${at}?${encodeURIComponent(target)}`
  const send = (target: string, status: number) => async (at: number) => {
    const body = new URLSearchParams({ source: sourceOf(at), target })
    const answer = await fetch(url + endpointPath, { method: 'POST', body })
    await answer.arrayBuffer()
    if (answer.status !== status) throw new Error(`A webmention was answered with ${answer.status}.`)
  }
  const refusedMs = await p95OfBurst(send(nothing, 400))
  const takenMs = await p95OfBurst(send(target, 201))
  console.log(`webmentions: ${burst} at once are answered within ${takenMs.toFixed(0)} ms (p95)`)
  return [
    {
      name: 'webmentions: p95 of a burst as a multiple of refused ones',
      figure: takenMs / refusedMs,
      limit: { atMost: 5 },
    },
    {
      name: 'webmentions: share of them that is read',
      figure: await shareRead(dataDir, target),
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

const shareRead = (dataDir: string, target: string): Promise<number> =>
  withDatabase(dataDir, async (db) => {
    const untilMs = performance.now() + patienceMs
    for (;;) {
      const row = await one<{ share: number }>(db)`
        select (count(*) filter (where state = 'verified'))::float8 / ${burst}::int as share from webmentions where target_url = ${target}`
      if (row!.share >= 1 || performance.now() > untilMs) return row!.share
      await sleep(100)
    }
  })
