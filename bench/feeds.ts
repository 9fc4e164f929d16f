import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, inTransaction, sql } from '#kernel/db.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { acceptEncoding, startBareServer } from './bare.ts'
import { median, msOf, type Row } from './row.ts'
import { lengthenArticles, withDatabase } from './seed.ts'

const rounds = 10
const requestsPerRound = 100
const conditionalRequests = 1000
const conditionalSeconds = 3
/** A request that takes longer than this is assumed to be waiting for the database. */
const waitMs = 5000

/** Compares the blog's feed of fifty full articles, and its 304 responses, with a bare server that sends the same
 *  bytes. Also checks that 304 responses do not need the database. */
export async function measureFeeds({ url, dataDir }: RunningSite): Promise<Row[]> {
  await withDatabase(dataDir, lengthenArticles)
  const feed = `${url}/blog/rss.xml`
  const { etag, bytes } = await request(feed)
  if (bytes < 50_000) throw new Error(`The feed has only ${bytes} bytes.`)
  const conditional = { 'if-none-match': etag }
  const bare = await startBareServer(feed, dataDir)
  const [fileMs, feedMs, notModifiedMs]: number[][] = [[], [], []]
  try {
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < requestsPerRound; n++) fileMs!.push((await request(bare.url)).ms)
      for (let n = 0; n < requestsPerRound; n++) feedMs!.push((await request(feed)).ms)
      for (let n = 0; n < requestsPerRound; n++) notModifiedMs!.push((await request(feed, conditional)).ms)
    }
  } finally {
    bare.stop()
  }
  const file = median(fileMs!)
  const ofFile = (name: string, ms: number[], atMost: number): Row => ({
    name: `feed of 50 articles${name}, p50 as a multiple of a static file`,
    value: median(ms) / file,
    limit: { atMost },
    info: msOf(median(ms), file),
  })
  const answered = await withDatabase(dataDir, (db) => answeredWithout(db, feed, conditional))
  return [
    ofFile('', feedMs!, 3),
    ofFile(': 304', notModifiedMs!, 3),
    {
      name: 'feed: conditional requests answered without the database',
      value: answered,
      limit: { atLeast: conditionalRequests },
    },
  ]
}

/** Returns how many consecutive conditional requests, spread over a few seconds, succeed while the tables that a feed
 *  reads are locked. */
const answeredWithout = (db: Db, feed: string, conditional: http.OutgoingHttpHeaders) =>
  inTransaction(db, async (db) => {
    await sql`lock table posts, members, post_categories in access exclusive mode`.execute(db)
    let answered = 0
    for (let n = 0; n < conditionalRequests; n++) {
      const { status } = await request(feed, conditional).catch(() => ({ status: 0 }))
      if (status !== 304) break
      answered++
      if (n % 100 === 0) await sleep((conditionalSeconds * 1000) / (conditionalRequests / 100))
    }
    return answered
  })

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

async function request(url: string, headers: http.OutgoingHttpHeaders = {}) {
  const startedMs = performance.now()
  const signal = AbortSignal.timeout(waitMs)
  const call = http.get(url, { agent, headers: { ...acceptEncoding, ...headers }, signal })
  const response: http.IncomingMessage = (await once(call, 'response'))[0]
  const bytes = Buffer.concat(await response.toArray()).length
  const { statusCode: status = 0, headers: received } = response
  if (status !== 200 && status !== 304) throw new Error(`${url} returned status ${status}.`)
  return { status, bytes, etag: received.etag ?? '', ms: performance.now() - startedMs }
}
