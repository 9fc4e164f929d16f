import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, inTransaction, sql } from '#kernel/db.ts'
import type { RunningSite } from '#tests/site.ts'
import { acceptEncoding, startBareServer } from './bare.ts'
import { median, type Row } from './row.ts'
import { lengthenArticles, withDatabase } from './seed.ts'

const rounds = 10
const requestsARound = 100
const conditionalRequests = 1000
const conditionalSeconds = 3
/** Past this a request is taken to wait for the database. */
const waitMs = 1000

/** How long the blog's feed of fifty whole articles takes one reader, against a bare server with the same bytes, turn by
 *  turn; and whether those who have it are told so without the database. */
export async function measureFeeds({ url, dataDir }: RunningSite): Promise<Row[]> {
  await withDatabase(dataDir, lengthenArticles)
  const feed = `${url}/blog/rss.xml`
  const { etag, bytes } = await ask(feed)
  if (bytes < 50_000) throw new Error(`The feed has ${bytes} bytes only.`)
  const known = { 'if-none-match': etag }
  const bare = await startBareServer(feed, dataDir)
  const [fileMs, feedMs, knownMs]: number[][] = [[], [], []]
  try {
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < requestsARound; n++) fileMs!.push((await ask(bare.url)).ms)
      for (let n = 0; n < requestsARound; n++) feedMs!.push((await ask(feed)).ms)
      for (let n = 0; n < requestsARound; n++) knownMs!.push((await ask(feed, known)).ms)
    }
  } finally {
    bare.stop()
  }
  const file = median(fileMs!)
  const ofFile = (name: string, ms: number[], atMost: number): Row => ({
    name: `feed of 50 articles${name}, p50 as a multiple of a static file's`,
    figure: median(ms) / file,
    limit: { atMost },
  })
  const alone = await withDatabase(dataDir, (db) => answeredWithout(db, feed, known))
  return [
    ofFile('', feedMs!, 3),
    ofFile(': 304', knownMs!, 3),
    {
      name: 'feed: conditional requests answered without the database',
      figure: alone,
      limit: { atLeast: conditionalRequests },
    },
  ]
}

/** How many of the conditional requests, spread over some seconds, are answered while every read of posts would wait: all,
 *  or those before the first that does. */
const answeredWithout = (db: Db, feed: string, known: http.OutgoingHttpHeaders) =>
  inTransaction(db, async (db) => {
    await sql`lock table posts, members, post_categories in access exclusive mode`.execute(db)
    let answered = 0
    for (let n = 0; n < conditionalRequests; n++) {
      const { status } = await ask(feed, known).catch(() => ({ status: 0 }))
      if (status !== 304) break
      answered++
      if (n % 100 === 0) await sleep((conditionalSeconds * 1000) / (conditionalRequests / 100))
    }
    return answered
  })

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

async function ask(url: string, headers: http.OutgoingHttpHeaders = {}) {
  const startedMs = performance.now()
  const signal = AbortSignal.timeout(waitMs)
  const request = http.get(url, { agent, headers: { ...acceptEncoding, ...headers }, signal })
  const response: http.IncomingMessage = (await once(request, 'response'))[0]
  const bytes = Buffer.concat(await response.toArray()).length
  const { statusCode: status = 0, headers: said } = response
  if (status !== 200 && status !== 304) throw new Error(`${url} answered ${status}.`)
  return { status, bytes, etag: said.etag ?? '', ms: performance.now() - startedMs }
}
