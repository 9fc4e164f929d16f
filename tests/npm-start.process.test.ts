import assert from 'node:assert/strict'
import http from 'node:http'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished, test, vi } from 'vitest'
import { preparedDataDir } from './support/prepared-database.ts'
import { type RunningSite, startSite, temporaryDataDir } from './support/site.ts'
import { patienceMs } from '#tests/support/patience.ts'

// The site as run by `npm start`. The first start builds it if sources have changed.
const startMs = 180_000

async function started(dataDir: string, settings: Record<string, string> = {}): Promise<RunningSite> {
  const site = await startSite(dataDir, settings)
  onTestFinished(async () => void (await site.stop()))
  return site
}
function dataFolder(): string {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  return dataDir
}
/** A data folder with a database, so that the site starts faster. */
async function preparedFolder(): Promise<string> {
  const { dataDir, remove } = await preparedDataDir()
  onTestFinished(remove)
  return dataDir
}
const register = (site: RunningSite, username: string) =>
  fetch(`${site.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `${username}@devstead.test`,
      password: 'loom-and-engine',
      data: { username, fullName: 'Ada Lovelace' },
    }),
  })

function childrenOf(pid: number, pattern = ''): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const rows = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter((row) => row !== null)
  return rows.flatMap(([, child, parent, args]) =>
    Number(parent) === pid && args!.includes(pattern) ? [Number(child)] : [],
  )
}
const workersOf = (primary: number) => childrenOf(primary, 'start.ts')

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !holds(); tries++) await sleep(100)
  assert.ok(holds())
}

test(
  'prints a new site’s URL and who will become the owner, and keeps its data when it starts a second time',
  { timeout: startMs },
  async () => {
    const dataDir = dataFolder()
    const site = await started(dataDir)
    assert.match(site.output(), new RegExp(`is running at ${site.url}`))
    await until(() => /first person to register becomes the owner/.test(site.output()))
    const { access_token: token } = (await (await register(site, 'ada')).json()) as { access_token: string }
    const me = await fetch(`${site.url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(((await me.json()) as { role: string }).role, 'admin')
    assert.equal(await site.stop(), 0)

    const again = await started(dataDir)
    assert.doesNotMatch(again.output(), /becomes the owner/)
    assert.equal((await fetch(`${again.url}/api/users/by-username/ada`)).status, 200)
  },
)

test('runs a copy of a stopped site’s data folder as the same site', { timeout: startMs }, async () => {
  const dataDir = await preparedFolder()
  const site = await started(dataDir)
  const { access_token: token } = (await (await register(site, 'ada')).json()) as { access_token: string }
  assert.equal((await fetch(`${site.url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).status, 200)
  assert.equal(await site.stop(), 0)
  assert.ok(!existsSync(path.join(dataDir, 'postgres/postmaster.pid')))
  const copy = path.join(dataFolder(), 'copy')
  execFileSync('cp', ['-a', dataDir, copy])

  const restored = await started(copy)
  assert.equal((await fetch(`${restored.url}/api/users/by-username/ada`)).status, 200)
  assert.equal((await register(restored, 'bob')).status, 200)
})

test('finishes a pending request before stopping', { timeout: startMs }, async () => {
  const site = await started(await preparedFolder())
  const { port } = new URL(site.url)
  const body = JSON.stringify({ email: 'bob@devstead.test', password: 'loom-and-engine', data: {} })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const request = http.request({ port, host: '127.0.0.1', path: '/auth/v1/signup', method: 'POST', headers })
  request.write(body.slice(0, 10))
  await sleep(200)
  const stopped = site.stop()
  await sleep(300)
  await assert.rejects(fetch(`${site.url}/healthz`), 'new connections are rejected')
  request.end(body.slice(10))
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.resume()
  assert.equal(response.statusCode, 200)
  assert.equal(await stopped, 0)
})

test('reports a port in use, and reports all invalid settings together', { timeout: startMs }, async () => {
  const site = await started(await preparedFolder())
  const { port } = new URL(site.url)
  for (const processes of ['1', '2']) {
    await assert.rejects(
      startSite(await preparedFolder(), { PORT: port, WEB_PROCESSES: processes }),
      (reason: Error) =>
        /Port \d+ on 127\.0\.0\.1 is in use/.test(reason.message) && /It exited with code 1/.test(String(reason.cause)),
    )
  }
  await assert.rejects(
    startSite(dataFolder(), { LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://a:hunter2@b/c' }),
    (reason: Error) =>
      /DATABASE_URL = \*\*\*[\s\S]*LOG_LEVEL = loud/.test(reason.message) && !reason.message.includes('hunter2'),
  )
  await assert.rejects(
    startSite(dataFolder(), { DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/c' }),
    (reason: Error) =>
      /no database responds at 127\.0\.0\.1:1/.test(reason.message) && !reason.message.includes('hunter2'),
  )
})

test('replaces a process that dies while others are starting', { timeout: startMs }, async () => {
  const site = await started(await preparedFolder(), { WEB_PROCESSES: '3' })
  const [primary] = childrenOf(site.pid)
  const last = workersOf(primary!).at(-1)!
  process.kill(last, 'SIGKILL')
  await until(() => workersOf(primary!).length === 3 && !workersOf(primary!).includes(last))
  assert.equal((await fetch(site.url)).status, 200)
})

test(
  'runs several processes that serve one site and notice each other’s changes, and replaces one that dies',
  { timeout: startMs },
  async () => {
    const site = await started(await preparedFolder(), { WEB_PROCESSES: '2' })
    const registered = await register(site, 'ada')
    assert.equal(registered.status, 200)
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${site.url}/api/posts`)))
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]))

    const feeds = async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => fetch(`${site.url}/rss.xml`)))
      return Promise.all(all.map((answer) => answer.text()))
    }
    await feeds()
    const { access_token: token } = (await registered.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ content: 'Heard everywhere' })
    assert.equal((await fetch(`${site.url}/api/posts`, { method: 'POST', headers, body })).status, 201)
    const hasPost = (feed: string) => feed.includes('Heard everywhere')
    await vi.waitFor(async () => assert.ok((await feeds()).every(hasPost)), { timeout: patienceMs, interval: 20 })

    const [primary] = childrenOf(site.pid)
    const before = workersOf(primary!)
    process.kill(before[0]!, 'SIGKILL')
    await until(() => workersOf(primary!).length === 2 && !workersOf(primary!).includes(before[0]!))
    assert.equal((await fetch(`${site.url}/api/posts`)).status, 200)
    assert.equal(await site.stop(), 0)
  },
)
