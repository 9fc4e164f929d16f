import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomFrom } from '../tests/fuzz/random.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { childrenOf, memoryMbOf, peakMemoryMbOf, proportionalMbOf, resetPeakMemory } from './process.ts'
import { request } from './requests.ts'
import type { Row } from './row.ts'

const loadMs = 10 * 60_000
const connections = 16
/** The site returns memory to the system within this time after its start or a load: `idle-memory.ts` checks every 15
 *  seconds and needs one check after an idle interval. */
const idleMs = 45_000
const posts = 10_000
const encodings = ['br', 'gzip'] as const

/** Measures the memory of the site's process and of its database: idle, and after ten minutes of requests for random
 *  pages, lists, and API responses, most of which are not cached. */
export async function measureMemory({ url, pid }: RunningSite): Promise<Row[]> {
  const [server = 0] = childrenOf(pid)
  await sleep(idleMs)
  const idleMb = memoryMbOf(server)
  resetPeakMemory(server)
  const requests = await requestRandomPages(url, loadMs)
  const [loadedMb, peakMb] = [memoryMbOf(server), peakMemoryMbOf(server)!]
  const databaseMb = databaseMemoryMb(server)
  await sleep(idleMs)
  const idleAgainMb = memoryMbOf(server)
  const info = `${requests} requests, peak ${peakMb.toFixed(0)} MB`
  return [
    { name: 'memory: idle after the start, MB', value: idleMb, limit: { atMost: 120 } },
    { name: 'memory: after ten minutes of uncached pages, MB', value: loadedMb, limit: { atMost: 250 }, info },
    { name: 'memory: idle after that load, MB', value: idleAgainMb, limit: { atMost: 250 } },
    { name: 'memory: embedded PostgreSQL after that load, MB', value: databaseMb, limit: { atMost: 120 } },
  ]
}

/** The memory of all processes of the database; each page that several of them share counts once. */
function databaseMemoryMb(server: number): number {
  const [database = 0] = childrenOf(server)
  return proportionalMbOf(database)
}

/** Requests random pages, lists, and API responses of the seeded posts. @returns how many. @throws Error if one of them fails */
export async function requestRandomPages(url: string, durationMs: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const random = randomFrom(1)
  const untilMs = performance.now() + durationMs
  let requests = 0
  async function client(): Promise<void> {
    while (performance.now() < untilMs) {
      await request(agent, url + randomPath(random), random.pick(encodings))
      requests++
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, client))
    return requests
  } finally {
    agent.destroy()
  }
}

const paths: readonly ((random: Random) => string)[] = [
  ({ below }) => `/post/${below(posts) + 1}`,
  ({ below }) => `/post/${below(posts) + 1}`,
  ({ below }) => `/?page=${below(500) + 1}`,
  ({ below }) => `/profile/member${below(20) + 1}?page=${below(20) + 1}`,
  ({ below }) => `/search?q=subject+${below(posts)}`,
  ({ below }) => `/api/posts?limit=15&page=${below(500) + 1}`,
  ({ below }) => `/api/posts/${below(posts) + 1}`,
]

const randomPath = (random: Random): string => random.pick(paths)(random)
