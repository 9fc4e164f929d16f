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

const rounds = 5
const writesPerRound = 150
const connections = 4

interface Kind {
  name: string
  write: (number: number) => Promise<unknown>
  /** How many times as much CPU time a write may take as a plain insert. */
  atMost: number
}

/** Compares the CPU time of writes, in Node.js and PostgreSQL, with that of a `node:http` server that inserts one row.
 *  Includes the jobs that run in the meantime. */
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
  for (let round = 0; round <= rounds; round++) {
    const plain = await cpuMsPerWrite(bare, database, () => insertPlainly(`${plainUrl}/?${insert.toString()}`))
    const { serverMs, databaseMs } = await cpuMsPerWrite(server, database, () => write(++written))
    // The first round warms up.
    if (round > 0) measured.push({ plainMs: plain.serverMs + plain.databaseMs, serverMs, databaseMs })
  }
  const ms = (read: (one: (typeof measured)[number]) => number) => median(measured.map(read)).toFixed(2)
  return {
    name: `${name}: CPU time as a multiple of a plain insert`,
    value: median(measured.map(({ plainMs, serverMs, databaseMs }) => (serverMs + databaseMs) / plainMs)),
    limit: { atMost },
    info: `${ms((one) => one.serverMs)} ms, PostgreSQL ${ms((one) => one.databaseMs)} ms; together ${ms((one) => one.plainMs)} ms`,
  }
}

async function cpuMsPerWrite(server: number, database: number, write: () => Promise<unknown>) {
  let left = writesPerRound
  async function client(): Promise<void> {
    while (left-- > 0) await write()
  }
  const used = await cpuMsDuring(server, database, () => Promise.all(Array.from({ length: connections }, client)))
  return { serverMs: used.serverMs / writesPerRound, databaseMs: used.databaseMs / writesPerRound }
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
    { name: 'new post', write: (number) => post(publishPost.path, { content: `Short text ${number}` }), atMost: 20 },
    {
      name: 'comment',
      write: (number) => post(createComment.href({ id }), { content: `Comment ${number}` }),
      atMost: 25,
    },
    { name: 'like', write: (number) => post(likePost.href({ id: number }), {}), atMost: 8 },
    {
      name: 'chat message',
      write: (number) => post(postChatMessage.href({ id: livestream.id }), { message: `Message ${number}` }),
      atMost: 14,
    },
    {
      name: 'webmention',
      write: (number) =>
        sendWebmention(url, `http://${mentioningHost}/w${number}?${encodeURIComponent(target)}`, target),
      atMost: 12,
    },
  ]
}

async function sendWebmention(url: string, source: string, target: string): Promise<void> {
  const body = new URLSearchParams({ source, target })
  const response = await fetch(url + submitWebmention.path, { method: 'POST', body })
  await response.arrayBuffer()
  if (response.status !== 201) throw new Error(`A webmention returned status ${response.status}.`)
}
