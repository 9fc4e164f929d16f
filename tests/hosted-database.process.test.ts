import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { onTestFinished, test, vi } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '#providers/database/postgres.ts'
import { patienceMs } from './support/patience.ts'
import { silentProxy } from './support/silent-proxy.ts'
import { type RunningSite, startSite, temporaryDataDir } from './support/site.ts'

// The first start builds the site if sources have changed.
const limitMs = 600_000

interface OutsideDatabase {
  url: string
  stop(): Promise<void>
  start(): Promise<void>
}

/** A PostgreSQL server with a password and a fixed TCP address. Each start runs a new process behind that address, like
 *  a database service with failover. */
async function outsideDatabase(): Promise<OutsideDatabase> {
  const { dataDir, remove } = temporaryDataDir()
  // If the tests run as root, PostgreSQL runs as another user, who reads the password from here.
  fs.chmodSync(dataDir, 0o755)
  const sockets = new Set<net.Socket>()
  let server: EmbeddedPostgres | null = null
  const front = net.createServer((client) => {
    const upstream = net.connect(server?.connection.port ?? 1, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => [client, upstream].forEach((one) => one.destroy()))
    }
    client.pipe(upstream).pipe(client)
  })
  let port = 0
  async function start() {
    server = await startPostgres({
      dataDir,
      log: pino({ level: 'warn' }),
      listen: 'loopback',
      settings: { fsync: 'off' },
    })
    front.listen(port, '127.0.0.1')
    await once(front, 'listening')
    port = (front.address() as AddressInfo).port
  }
  async function stop() {
    front.close()
    await server?.stop()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    server = null
  }
  await start()
  onTestFinished(async () => {
    await stop()
    remove()
  })
  const { user, password, database } = server!.connection
  return { url: `postgres://${user}:${encodeURIComponent(password!)}@127.0.0.1:${port}/${database}`, start, stop }
}

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** Sends each call over a new connection, because the processes accept connections in turn. */
function ask(site: RunningSite, method: string, path: string, token?: string | null, body?: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return new Promise((resolve, reject) => {
    const request = http.request(site.url + path, { method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
    })
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const password = 'correct horse battery'
async function register(site: RunningSite, username: string): Promise<string> {
  const account = { email: `${username}@example.org`, password, data: { username, fullName: 'Ada Example' } }
  const { text } = await ask(site, 'POST', '/auth/v1/signup', null, account)
  return (JSON.parse(text) as { access_token: string }).access_token
}
const inTurn = async <T>(times: number, work: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let i = 0; i < times; i++) results.push(await work())
  return results
}

test(
  'shares sessions and rate limits between two processes on an external database, and survives a database restart',
  { timeout: limitMs },
  async () => {
    const database = await outsideDatabase()
    const { dataDir, remove } = temporaryDataDir()
    onTestFinished(remove)
    const site = await startSite(dataDir, { DATABASE_URL: database.url, WEB_PROCESSES: '2', LOG_LEVEL: 'error' })
    onTestFinished(async () => void (await site.stop()))

    const token = await register(site, 'ada')
    const me = async () => (await ask(site, 'GET', '/api/users/me', token)).status
    assert.deepEqual(await inTurn(4, me), [200, 200, 200, 200])
    assert.equal((await ask(site, 'POST', '/auth/v1/logout?scope=local', token)).status, 204)
    await sleep(1100)
    assert.deepEqual(await inTurn(4, me), [401, 401, 401, 401])

    const wrong = { email: 'ada@example.org', password: 'wrong horse battery' }
    const signIn = () => ask(site, 'POST', '/auth/v1/token?grant_type=password', null, wrong)
    const tries = await inTurn(12, signIn)
    assert.deepEqual(
      tries.map(({ status }) => status),
      [...Array.from({ length: 10 }, () => 400), 429, 429],
    )
    assert.ok(Number(tries[11]!.headers['retry-after']) > 0)

    const other = await register(site, 'bob')
    const { text } = await ask(site, 'POST', '/api/posts', other, { content: 'Written **before**.' })
    const { id } = JSON.parse(text) as { id: number }
    const known = ['/', '/profile/bob', `/post/${id}`, '/rss.xml']
    for (const path of known) await inTurn(4, () => ask(site, 'GET', path))
    await database.stop()
    const paths = ['/api/posts', `/api/posts/${id}`, '/blog', '/login', '/readyz']
    await sleep(1100)
    for (const path of known) {
      const { status, headers, text } = await ask(site, 'GET', path)
      assert.deepEqual([path, status], [path, 200])
      assert.match(String(headers['cache-status']), /^Devstead; hit; ttl=-\d+; detail=database-away$/, path)
      assert.match(text, path === '/profile/bob' ? /Ada Example/ : /before/)
    }
    const during = await Promise.all(paths.flatMap((path) => [ask(site, 'GET', path), ask(site, 'GET', path)]))
    for (const [i, { status, headers, text }] of during.entries()) {
      assert.deepEqual([paths[i >> 1], status], [paths[i >> 1], 503])
      assert.ok(Number(headers['retry-after']) > 0, paths[i >> 1])
      assert.doesNotMatch(text, /ECONNREFUSED|127\.0\.0\.1|postgres/)
    }
    assert.equal((await ask(site, 'GET', '/healthz')).status, 200)

    await database.start()
    const soon = { timeout: patienceMs, interval: 50 }
    await vi.waitFor(async () => {
      const healed = await Promise.all(
        [...paths, ...known].flatMap((path) => [ask(site, 'GET', path), ask(site, 'GET', path)]),
      )
      assert.deepEqual(new Set(healed.map(({ status }) => status)), new Set([200]))
      assert.ok(healed.every(({ headers }) => headers['cache-status'] === undefined))
    }, soon)
    assert.match((await ask(site, 'GET', `/post/${id}`)).text, /Written <strong>before<\/strong>/)
    assert.equal((await ask(site, 'GET', '/api/users/me', other)).status, 200)
    assert.equal((await ask(site, 'POST', '/api/posts', other, { content: 'Written after.' })).status, 201)
    assert.equal(await site.stop(), 0)
  },
)

test(
  'recovers within the time limit when connections die silently, and receives change notifications again',
  { timeout: limitMs },
  async () => {
    const database = await outsideDatabase()
    const { dataDir, remove } = temporaryDataDir()
    onTestFinished(remove)
    const url = new URL(database.url)
    const server = { host: url.hostname, port: Number(url.port), user: url.username, database: url.pathname.slice(1) }
    const proxy = await silentProxy(server)
    url.port = String(proxy.connection.port)
    const settings = { DATABASE_URL: url.href, DATABASE_TIMEOUT_SECONDS: '2', LOG_LEVEL: 'error' }
    const site = await startSite(dataDir, settings)
    onTestFinished(async () => void (await site.stop()))

    const token = await register(site, 'ada')
    const reads = () => Promise.all(Array.from({ length: 12 }, () => ask(site, 'GET', '/api/posts?limit=1', token)))
    await reads()
    const before = (await ask(site, 'GET', '/rss.xml')).text
    proxy.failOver()
    for (const { status, headers } of await reads()) {
      assert.ok(status === 200 || (status === 503 && headers['retry-after']), String(status))
    }
    assert.deepEqual(new Set((await reads()).map(({ status }) => status)), new Set([200]))
    assert.equal((await ask(site, 'POST', '/api/posts', token, { content: 'Written after.' })).status, 201)
    assert.notEqual((await ask(site, 'GET', '/rss.xml')).text, before)
    assert.equal(await site.stop(), 0)
  },
)
