import { spawn } from 'node:child_process'
import path from 'node:path'
import readline from 'node:readline/promises'
import { type Db, one, run } from '#kernel/db.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { startBare } from './bare.ts'
import { childrenOf, cpuMsOf, maxOpenFiles, memoryMbOf } from './process.ts'
import { median, msOf, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const viewers = 5000
const turns = 3
const [pollSeconds, eventsSeconds] = [8, 20]

interface Server {
  url: string
  pid: number
  livestreamId: number
}

/** Measures a chat with 5,000 viewers and ten messages per second, once with event streams and once with polling every
 *  two seconds, each compared with a bare server under the same load. The site must trust a proxy. */
export async function measureChat({ url, dataDir, pid }: RunningSite): Promise<Row[]> {
  if (maxOpenFiles() < viewers + 1000)
    throw new Error(`The chat benchmark opens ${viewers} connections. Raise the limit of open files (ulimit -Hn).`)
  const livestreamId = await withDatabase(dataDir, seedLivestream)
  const site = { url, pid: childrenOf(pid)[0]!, livestreamId }
  const bare = await startBare('bare-chat-server.ts')
  try {
    const baseline = { url: bare.url, pid: bare.pid, livestreamId }
    return [...(await measureEvents(site, baseline)), ...(await measurePolls(site, baseline))]
  } finally {
    bare.stop()
  }
}

async function measureEvents(site: Server, bare: Server): Promise<Row[]> {
  const before = { bare: memoryMbOf(bare.pid), site: memoryMbOf(site.pid) }
  const [bareSeen, seen] = [await watch('events', bare, eventsSeconds), await watch('events', site, eventsSeconds)]
  return [
    {
      name: 'chat: 5,000 event streams, p99 to the last viewer, multiple of bare node:http',
      value: seen.p99Ms / bareSeen.p99Ms,
      limit: { atMost: 4 },
      info: msOf(seen.p99Ms, bareSeen.p99Ms, 'p99'),
    },
    { name: 'chat: 5,000 event streams, messages that did not reach everyone', value: seen.lost, limit: { atMost: 0 } },
    {
      name: 'chat: 5,000 open event streams, server memory, MB',
      value: seen.connectedMb,
      limit: { atMost: 300 },
      info: `${before.site.toFixed(0)} MB before; ${seen.finalMb.toFixed(0)} MB after the messages`,
    },
    {
      name: 'chat: memory that streams and messages add, share of bare node:http',
      value: (seen.finalMb - before.site) / (bareSeen.finalMb - before.bare),
      limit: { atMost: 1 },
    },
  ]
}

async function measurePolls(site: Server, bare: Server): Promise<Row[]> {
  const [bareSeen, seen]: Seen[][] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    bareSeen!.push(await watch('poll', bare, pollSeconds))
    seen!.push(await watch('poll', site, pollSeconds))
  }
  const ratioOf = (valueOf: (seen: Seen) => number) =>
    median(seen!.map((each, turn) => valueOf(each) / valueOf(bareSeen![turn]!)))
  const middleOf = (all: Seen[] | undefined, valueOf: (seen: Seen) => number) => median(all!.map(valueOf))
  const percentOf = (all: Seen[] | undefined) => `${(middleOf(all, cpuOf) * 100).toFixed(1)} %`
  return [
    {
      name: 'chat: 5,000 polling viewers, CPU as a multiple of bare node:http',
      value: ratioOf(cpuOf),
      limit: { atMost: 4 },
      info: `${percentOf(seen)} of a core; baseline ${percentOf(bareSeen)}`,
    },
    {
      name: 'chat: 5,000 polling viewers, p99 of responses, multiple of bare node:http',
      value: ratioOf(p99Of),
      limit: { atMost: 3 },
      info: msOf(middleOf(seen, p99Of), middleOf(bareSeen, p99Of), 'p99'),
    },
  ]
}

interface Result {
  p99Ms: number
  lost: number
}

interface Seen extends Result {
  /** As a share of one core. */
  cpuShare: number
  /** Memory with all viewers connected, before the first message and after the last one. */
  connectedMb: number
  finalMb: number
}

const cpuOf = ({ cpuShare }: Seen) => cpuShare
const p99Of = ({ p99Ms }: Seen) => p99Ms

/** Runs the viewers against the server. */
async function watch(kind: 'poll' | 'events', { url, pid, livestreamId }: Server, seconds: number): Promise<Seen> {
  const args = [kind, url, String(livestreamId), String(viewers), String(seconds)]
  const crowd = spawn(
    process.execPath,
    ['--max-semi-space-size=4', path.join(import.meta.dirname, 'chat-viewers.ts'), ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = readline.createInterface(crowd.stdout)[Symbol.asyncIterator]()
  await lines.next()
  const connectedMb = memoryMbOf(pid)
  await lines.next()
  const before = { cpuMs: cpuMsOf(pid), atMs: performance.now() }
  await lines.next()
  const cpuShare = (cpuMsOf(pid) - before.cpuMs) / (performance.now() - before.atMs)
  const finalMb = memoryMbOf(pid)
  const result: Result = JSON.parse(String((await lines.next()).value))
  return { ...result, cpuShare, connectedMb, finalMb }
}

/** Adds a livestream whose chat is open to everyone. */
async function seedLivestream(db: Db): Promise<number> {
  const { id } = (await one<{ id: number }>(db)`
    with broadcaster as (
      insert into members (issuer, subject, username, display_name) values ('bench', 'chat', 'chat-host', 'Host') returning id)
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public)
    select id, 'embedded', 'bench-chat', 'bench-chat', true, 'bench-chat', 'Chat', '', true from broadcaster returning id`)!
  await run(db)`update chat_rooms set openness = 'always' where livestream_id = ${id}`
  return id
}
