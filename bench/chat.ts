import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import readline from 'node:readline/promises'
import { type Db, one, run } from '#kernel/db.ts'
import type { RunningSite } from '#tests/site.ts'
import { childrenOf, cpuMsOf, memoryMbOf, mostOpenFiles } from './process.ts'
import type { Row } from './row.ts'
import { withDatabase } from './seed.ts'

const viewers = 5000
const seconds = 20

interface Watched {
  url: string
  /** Of the process that answers. */
  pid: number
  livestreamId: number
}

/** What a chat with 5,000 viewers and ten messages a second costs: when they ask every two seconds, and when they are told,
 *  the latter beside a bare server that passes the same messages on. The site must trust a proxy. */
export async function measureChat({ url, dataDir, pid }: RunningSite): Promise<Row[]> {
  if (mostOpenFiles() < viewers + 1000)
    throw new Error(`${viewers} viewers need as many connections: allow more open files (ulimit -Hn).`)
  const livestreamId = await withDatabase(dataDir, seedLivestream)
  const site = { url, pid: childrenOf(pid)[0]!, livestreamId }
  const bare = await bareChat()
  try {
    const before = { bare: memoryMbOf(bare.pid), site: memoryMbOf(site.pid) }
    const [toldByBare, told] = [await watch('events', bare), await watch('events', site)]
    const asked = await watch('poll', site)
    const grown = (told.memoryMb - before.site) / (toldByBare.memoryMb - before.bare)
    console.log(`chat: the server has ${before.site.toFixed(0)} MB before anybody comes`)
    return [
      { name: 'chat: 5,000 who ask, CPU, % of a core', figure: asked.cpuShare * 100, limit: { atMost: 20 } },
      { name: 'chat: 5,000 who ask, p99 of answers in ms', figure: asked.p99Ms, limit: { atMost: 10 } },
      { name: 'chat: 5,000 who are told, to the last, p99 in ms', figure: told.p99Ms, limit: { atMost: 250 } },
      {
        name: 'chat: to the last, as a multiple of bare node:http',
        figure: told.p99Ms / toldByBare.p99Ms,
        limit: { atMost: 4 },
      },
      { name: 'chat: 5,000 who are told, memory in MB', figure: told.memoryMb, limit: { atMost: 300 } },
      { name: 'chat: memory of one who is told, share of bare node:http', figure: grown, limit: { atMost: 0.7 } },
      { name: 'chat: messages that did not reach all', figure: told.lost, limit: { atMost: 0 } },
    ]
  } finally {
    bare.stop()
  }
}

const start = (program: string, ...args: string[]) =>
  spawn(process.execPath, ['--max-semi-space-size=4', path.join(import.meta.dirname, program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

async function bareChat(): Promise<Watched & { stop: () => void }> {
  const child = start('bare-chat-server.ts')
  const { port }: AddressInfo = JSON.parse(String((await once(child.stdout, 'data'))[0]))
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, livestreamId: 1, stop: () => child.kill() }
}

interface Seen {
  p99Ms: number
  lost: number
}

async function watch(kind: 'poll' | 'events', { url, pid, livestreamId }: Watched) {
  const crowd = start('chat-viewers.ts', kind, url, String(livestreamId), String(viewers), String(seconds))
  const told = readline.createInterface(crowd.stdout)[Symbol.asyncIterator]()
  await told.next()
  const before = { cpuMs: cpuMsOf(pid), atMs: performance.now() }
  await told.next()
  const cpuShare = (cpuMsOf(pid) - before.cpuMs) / (performance.now() - before.atMs)
  const memoryMb = memoryMbOf(pid)
  const seen: Seen = JSON.parse(String((await told.next()).value))
  return { ...seen, cpuShare, memoryMb }
}

/** A livestream whose chat is open to everybody. */
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
