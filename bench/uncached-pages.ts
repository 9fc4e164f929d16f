import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { publishPost } from '#features/writing/posts/posts.contract.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { call, signUp } from '#tests/trust/faults/accounts.ts'
import { shuffled } from './peers/measure.ts'
import { childrenOf, cpuMsDuring } from './process.ts'
import { request } from './requests.ts'
import { median, type Row } from './row.ts'

const rounds = 5
/** Until then, the code that renders pages is not compiled. */
const warmUpRounds = 6
const connections = 8
const maxUncachedPerRound = 400
const cachedPerRound = 8000
/** Pages may be outdated for a second. */
const maxLagMs = 1100
interface Kind {
  name: string
  /** `n`: from 1 to `count`. */
  path: (n: number) => string
  /** The number of different responses on the seeded site. */
  count: number
  /** Whether the responses have been cached, but something else on the site has changed since. */
  isOutdated?: boolean
  /** How many times as much CPU time an uncached response may take as a cached one. */
  atMost: number
}

const kinds: Kind[] = [
  { name: 'post page', path: (n) => `/post/${n}`, count: 10_000, atMost: 60 },
  {
    name: 'post page after an unrelated change',
    path: (n) => `/post/${n}`,
    count: 10_000,
    isOutdated: true,
    atMost: 40,
  },
  { name: 'post as JSON', path: (n) => `/api/posts/${n}`, count: 10_000, atMost: 30 },
  { name: 'list of 15 posts as JSON', path: (n) => `/api/posts?limit=15&page=${n}`, count: 660, atMost: 40 },
]

/** Measures the CPU time that the site's process uses for a response that is not cached, as a multiple of one that is.
 *  PostgreSQL's CPU time is shown in addition. */
export async function measureUncachedPages({ url, pid }: RunningSite): Promise<Row[]> {
  const [server = 0] = childrenOf(pid)
  const [database = 0] = childrenOf(server)
  const account = await signUp(url, 'bench_changer')
  const change = () => call(url, publishPost.path, { body: { content: 'A change' }, account })
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  try {
    const rows: Row[] = []
    for (const kind of kinds) rows.push(await measureKind(kind, { url, agent, server, database, change }))
    return rows
  } finally {
    agent.destroy()
  }
}

interface Measured {
  url: string
  agent: http.Agent
  server: number
  database: number
  /** Changes something on the site. */
  change: () => Promise<unknown>
}

async function measureKind(
  { name, path, count, isOutdated = false, atMost }: Kind,
  { url, agent, server, database, change }: Measured,
): Promise<Row> {
  const numbers = shuffled(Array.from({ length: count }, (_, index) => index + 1))
  const perRound = Math.min(maxUncachedPerRound, Math.floor(count / (warmUpRounds + rounds + 1)))
  const timed = async (paths: string[]) => {
    const urls = paths.map((one) => url + one)
    const used = await cpuMsDuring(server, database, () => requestAll(agent, urls))
    return { serverMs: used.serverMs / paths.length, databaseMs: used.databaseMs / paths.length }
  }
  async function next(): Promise<string[]> {
    const paths = numbers.splice(0, perRound).map(path)
    if (isOutdated) {
      await timed([...paths, ...paths]) // The second request also compresses a page better.
      await sleep(maxLagMs)
      await change()
    }
    return paths
  }
  for (let round = 0; round < warmUpRounds; round++) await timed(await next())
  const measured: { serverMs: number; databaseMs: number; cachedMs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const uncached = await timed(await next())
    const one = path(numbers[0]!)
    await timed([one, one])
    measured.push({ ...uncached, cachedMs: (await timed(Array<string>(cachedPerRound).fill(one))).serverMs })
  }
  const ratios = measured.map(({ serverMs, cachedMs }) => serverMs / cachedMs)
  const ms = (read: (one: (typeof measured)[number]) => number) => median(measured.map(read)).toFixed(2)
  return {
    name: `${name}, not cached: CPU time as a multiple of cached`,
    value: median(ratios),
    limit: { atMost },
    info: `${ms((one) => one.serverMs)} ms, ${ms((one) => one.cachedMs)} ms; PostgreSQL ${ms((one) => one.databaseMs)} ms`,
  }
}

/** @throws Error if a response is not a success */
async function requestAll(agent: http.Agent, urls: string[]): Promise<void> {
  const left = urls.values()
  async function client(): Promise<void> {
    for (const url of left) await request(agent, url, 'gzip')
  }
  await Promise.all(Array.from({ length: connections }, client))
}
