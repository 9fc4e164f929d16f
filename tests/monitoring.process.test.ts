import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { patienceMs } from './support/patience.ts'
import { preparedDataDir } from './support/prepared-database.ts'
import { type RunningSite, startSite } from './support/site.ts'

const token = 'a token for metrics'

async function siteWith(settings: Record<string, string>): Promise<RunningSite> {
  const { dataDir, remove } = await preparedDataDir()
  const site = await startSite(dataDir, settings)
  onTestFinished(async () => {
    await site.stop()
    remove()
  })
  return site
}

async function get(site: RunningSite, target: string, headers: Record<string, string> = {}) {
  const response = await fetch(site.url + target, { headers: { connection: 'close', ...headers } })
  return { status: response.status, id: response.headers.get('x-request-id'), text: await response.text() }
}

const linesOf = (site: RunningSite): Record<string, unknown>[] =>
  site
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))

const sumOf = (text: string, series: RegExp): number =>
  [...text.matchAll(new RegExp(`^${series.source} (.+)$`, 'gm'))].reduce((sum, match) => sum + Number(match.at(-1)), 0)

test(
  'returns metrics from all web processes to callers with the token: for requests by endpoint, the page cache, and the database',
  { timeout: 600_000 },
  async () => {
    const site = await siteWith({ WEB_PROCESSES: '2', METRICS_TOKEN: token, LOG_LEVEL: 'warn' })
    assert.equal((await get(site, '/metrics')).status, 401)
    for (let n = 0; n < 20; n++) await get(site, '/')
    await get(site, '/api/posts/987654321')
    await get(site, '/no/such/page')
    // A process that is starting or busy is left out.
    const text = await vi.waitFor(async () => {
      const { status, text } = await get(site, '/metrics', { authorization: `Bearer ${token}` })
      assert.equal(status, 200)
      const processes = [...text.matchAll(/^process_resident_memory_bytes\{process="(\d+)"\}/gm)].map(([, id]) => id)
      assert.equal(new Set(processes).size, 2, text)
      return text
    }, patienceMs)
    assert.equal(
      sumOf(text, /devstead_http_requests_total\{method="GET",endpoint="\/",status="200",process="\d+"\}/),
      20,
    )
    assert.equal(
      sumOf(
        text,
        /devstead_http_requests_total\{method="GET",endpoint="\/api\/posts\/:id",status="404",process="\d+"\}/,
      ),
      1,
    )
    assert.doesNotMatch(text, /987654321|no\/such/)
    assert.ok(sumOf(text, /devstead_page_cache_requests_total\{result="hit",process="\d+"\}/) > 0)
    assert.ok(sumOf(text, /devstead_page_cache_bytes\{process="\d+"\}/) > 0)
    assert.match(text, /^devstead_database_pool_connections\{pool="requests",state="idle",process="\d+"\} [1-9]/m)
    assert.ok(sumOf(text, /devstead_database_statement_duration_seconds_count\{process="\d+"\}/) > 0)
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds\{process="\d+"\} \d/m)
  },
)

test(
  'logs slow statements with the endpoint and request ID, and includes the logged ID in every response',
  { timeout: 600_000 },
  async () => {
    const site = await siteWith({ SLOW_QUERY_MS: '1' })
    assert.equal((await get(site, '/metrics')).status, 200)
    assert.equal((await get(site, '/metrics', { 'x-forwarded-for': '203.0.113.7' })).status, 403)
    for (const target of ['/', '/login', '/api/site', '/robots.txt', '/favicon.svg', '/no/such/page', '/metrics'])
      assert.match((await get(site, target)).id ?? '', /^[0-9a-f-]{36}$/, target)
    const ids: string[] = []
    await vi.waitFor(async () => {
      ids.push((await get(site, `/api/posts?search=${ids.length}`)).id!)
      const slow = linesOf(site).find(
        ({ msg, requestId }) => msg === 'slow statement' && ids.includes(String(requestId)),
      )
      assert.ok(slow)
      assert.equal(slow['endpoint'], '/api/posts')
      assert.match(String(slow['statement']), /^(with|select) /)
    }, patienceMs)
  },
)
