import { createComment } from '#features/conversation/comments/comments.contract.ts'
import { submitWebmention } from '#features/conversation/webmentions/endpoint.contract.ts'
import { postChatMessage } from '#features/live/chat/chat.contract.ts'
import { createLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { likePost } from '#features/writing/likes/likes.contract.ts'
import { publishPost } from '#features/writing/posts/posts.contract.ts'
import { run } from '#kernel/db.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { call, signUp } from '#tests/trust/faults/accounts.ts'
import { startBare } from './bare.ts'
import { childrenOf, cpuMsDuring } from './process.ts'
import { median, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const rounds = 9
const writesPerRound = 150
/** V8 compiles the code after about a thousand writes; in the first round, a write takes up to twice as long. */
const warmUpWrites = 1500
const connections = 4

interface Kind {
  name: string
  write: (number: number) => Promise<unknown>
  /** How many times as much CPU time a write may take as a plain insert. */
  atMost: number
}

/** The settings for this part: a process that runs no jobs, because they would be included in the CPU time. */
export const settingsForWrites = { ROLES: 'web' }

/** Compares the CPU time of writes, in Node.js and PostgreSQL, with that of a `node:http` server that inserts one row.
 *  Their jobs are not run. */
export async function measureWrites({ url, pid, dataDir }: RunningSite, mentioningHost: string): Promise<Row[]> {
  const [server = 0] = childrenOf(pid)
  const [database = 0] = childrenOf(server)
  const bare = await startBare('bare-sql-server.ts', await createPlainTable(dataDir))
  try {
    const rows: Row[] = []
    for (const kind of await kindsOf(url, mentioningHost))
      rows.push(await measureKind(kind, { plainUrl: bare.url, bare: bare.pid, server, database }))
    return rows
  } finally {
    bare.stop()
    await withDatabase(dataDir, (db) => run(db)`delete from graphile_worker._private_jobs`)
  }
}

interface Measured {
  plainUrl: string
  bare: number
  server: number
  database: number
}

async function measureKind(
  { name, write, atMost }: Kind,
  { plainUrl, bare, server, database }: Measured,
): Promise<Row> {
  const insert = new URLSearchParams({
    sql: 'insert into plain_writes (text) values ($1) returning id',
    value: 'A text',
  })
  const measured: { plainMs: number; serverMs: number; databaseMs: number }[] = []
  let written = 0
  const writeNext = () => write(++written)
  const insertNext = () => insertPlainly(`${plainUrl}/?${insert.toString()}`)
  await repeat(warmUpWrites, insertNext)
  await repeat(warmUpWrites, writeNext)
  for (let round = 0; round < rounds; round++) {
    const plain = await cpuMsPerWrite(bare, database, insertNext)
    const { serverMs, databaseMs } = await cpuMsPerWrite(server, database, writeNext)
    measured.push({ plainMs: plain.serverMs + plain.databaseMs, serverMs, databaseMs })
  }
  const ms = (read: (one: (typeof measured)[number]) => number) => median(measured.map(read)).toFixed(2)
  return {
    name: `${name}: CPU time as a multiple of a plain insert`,
    value: median(measured.map(({ plainMs, serverMs, databaseMs }) => (serverMs + databaseMs) / plainMs)),
    limit: { atMost },
    info: `${ms((one) => one.serverMs + one.databaseMs)} ms, PostgreSQL ${ms((one) => one.databaseMs)} ms of it; plain ${ms((one) => one.plainMs)} ms`,
  }
}

async function cpuMsPerWrite(server: number, database: number, write: () => Promise<unknown>) {
  const used = await cpuMsDuring(server, database, () => repeat(writesPerRound, write))
  return { serverMs: used.serverMs / writesPerRound, databaseMs: used.databaseMs / writesPerRound }
}

async function repeat(times: number, write: () => Promise<unknown>): Promise<void> {
  let left = times
  async function client(): Promise<void> {
    while (left-- > 0) await write()
  }
  await Promise.all(Array.from({ length: connections }, client))
}

const createPlainTable = (dataDir: string): Promise<string> =>
  withDatabase(dataDir, async (db, databaseUrl) => {
    await run(db)`create table if not exists plain_writes (id serial primary key, text text)`
    return databaseUrl
  })

async function insertPlainly(url: string): Promise<void> {
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The plain insert returned status ${response.status}.`)
}

async function kindsOf(url: string, mentioningHost: string): Promise<Kind[]> {
  const account = await signUp(url, 'bench_writer')
  const post = <Answer>(path: string, body: object) => call<Answer>(url, path, { body, account })
  const { id } = await post<{ id: number }>(publishPost.path, { content: 'The discussed post' })
  const livestream = await post<{ id: number }>(createLivestream.path, { title: 'Live' })
  const target = `${url}/post/${id}`
  return [
    { name: 'new post', write: (number) => post(publishPost.path, { content: `Short text ${number}` }), atMost: 8 },
    {
      name: 'comment',
      write: (number) => post(createComment.href({ id }), { content: `Comment ${number}` }),
      atMost: 9,
    },
    { name: 'like', write: (number) => post(likePost.href({ id: number }), {}), atMost: 6 },
    {
      name: 'chat message',
      write: (number) => post(postChatMessage.href({ id: livestream.id }), { message: `Message ${number}` }),
      atMost: 8,
    },
    {
      name: 'webmention',
      write: (number) =>
        sendWebmention(url, `http://${mentioningHost}/w${number}?${encodeURIComponent(target)}`, target),
      atMost: 9,
    },
  ]
}

async function sendWebmention(url: string, source: string, target: string): Promise<void> {
  const body = new URLSearchParams({ source, target })
  const response = await fetch(url + submitWebmention.path, { method: 'POST', body })
  await response.arrayBuffer()
  if (response.status !== 201) throw new Error(`A webmention returned status ${response.status}.`)
}
