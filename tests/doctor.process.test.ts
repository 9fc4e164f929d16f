import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import type { Finding } from '#app/doctor/finding.ts'
import { checkSite } from '#app/doctor/site-checks.ts'
import { openSiteSealing } from '#app/sealing.ts'
import { diagnosticsSecret } from '#features/admin/diagnostics/diagnostics.routes.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { testDatabaseUrl, testDb, testIdentityKey } from './support/database.ts'
import { startSite, temporaryDataDir } from './support/site.ts'

const bin = path.resolve(import.meta.dirname, '../scripts/bin.mjs')

/** What a faulty proxy changes. */
interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}
type Fault = (path: string, answer: Answer) => void

/** Starts a reverse proxy that adds X-Forwarded-For. Set `fault` to break responses, and `target` before use. */
async function startProxy() {
  const proxy: { url: string; target: string; fault: Fault } = { url: '', target: '', fault: () => {} }
  const server = http.createServer((request, response) => {
    const { headers, method, url = '/', socket } = request
    const chain = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
    const forwarded = { ...headers, 'x-forwarded-for': chain, 'accept-encoding': 'identity' }
    const onward = http.request(proxy.target + url, { method, headers: forwarded }, async (answer) => {
      const body = await buffer(answer)
      const changed: Answer = { status: answer.statusCode!, headers: answer.headers, body }
      proxy.fault(url.split('?')[0]!, changed)
      const { 'content-length': _, 'transfer-encoding': __, ...rest } = changed.headers
      response.writeHead(changed.status, rest).end(changed.body)
    })
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

/** Starts a site with one post behind a proxy. */
async function siteBehindProxy() {
  const db = await testDb()
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const proxy = await startProxy()
  const settings = {
    SITE_URL: proxy.url,
    TRUST_PROXY: '1',
    DATABASE_URL: await testDatabaseUrl(),
    IDENTITY_KEY: testIdentityKey,
  }
  const site = await startSite(dataDir, settings)
  onTestFinished(async () => void (await site.stop()))
  proxy.target = site.url
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return (await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const account = { email: 'ada@site.example', password: 'loom-and-engine', data: { username: 'ada' } }
  const { access_token: token } = await post('/auth/v1/signup', account)
  await post('/api/posts', { content: 'Hello' }, token)
  const sealing = await openSiteSealing(readConfig(settings), db)
  const secret = await siteSecret({ db, sealing }, diagnosticsSecret)
  const check = (url = proxy.url, siteUrl = proxy.url) => checkSite({ url, siteUrl, trustProxyHops: 1, secret })
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    PORT: new URL(site.url).port,
    RTMP_PORT: '0',
    ...settings,
  }
  const doctor = (args: string[] = [], more: Record<string, string> = {}) =>
    new Promise<{ code: number; stdout: string }>((resolve) => {
      execFile(
        process.execPath,
        [bin, 'doctor', ...args],
        { env: { ...env, ...more }, cwd: dataDir },
        (reason, stdout) => resolve({ code: reason ? Number(reason.code) : 0, stdout }),
      )
    })
  return { proxy, site, check, doctor }
}

const problems = (findings: Finding[]) => findings.filter(({ status }) => status !== 'ok')

test(
  'finds nothing wrong with a site behind a proxy, except that it has neither a mail server nor a backup',
  { timeout: 600_000 },
  async () => {
    const { proxy, site, check, doctor } = await siteBehindProxy()
    const { code, stdout } = await doctor(['--json'])
    const findings = JSON.parse(stdout) as Finding[]
    assert.deepEqual(
      problems(findings).map(({ check, status }) => `${check} ${status}`),
      ['settings warning', 'backups warning'],
      stdout,
    )
    assert.equal(code, 0)
    const checks = new Set(findings.map(({ check }) => check))
    for (const name of 'disk storage database clock migrations jobs identity-key backups ports dns http address proxy feeds previews webmention'.split(
      ' ',
    ))
      assert.ok(checks.has(name), name)
    assert.match((await doctor()).stdout, /→ Set SMTP_URL and MAIL_FROM\.\n[^]*\n\d+ ok, 2 warnings, 0 errors\n$/)

    const outside = await doctor([proxy.url, '--remote', '--json'])
    assert.deepEqual([outside.code, problems(JSON.parse(outside.stdout) as Finding[])], [0, []])

    const wrongKey = problems(
      JSON.parse((await doctor(['--json'], { IDENTITY_KEY: randomBytes(32).toString('hex') })).stdout) as Finding[],
    )
    assert.match(
      wrongKey.find(({ check }) => check === 'identity-key')!.message,
      /^The key in IDENTITY_KEY is not the identity key/,
    )

    const [direct] = problems(await check(site.url))
    assert.match(direct!.message, /^Visitors can spoof their IP address: TRUST_PROXY is 1, but no proxy/)
    const second = await startProxy()
    second.target = proxy.url
    const [twice] = problems(await check(second.url))
    assert.match(
      twice!.message,
      /^All visitors appear to have the address 127\.0\.0\.1: TRUST_PROXY is 1, but 2 proxies/,
    )
    assert.equal(twice!.fix, 'Set TRUST_PROXY=2 and restart the site.')
    const [moved] = problems(await check(proxy.url, 'https://new.example'))
    assert.match(moved!.message, /is http:\/\/127.*, but its origin should be https:\/\/new\.example\./)
  },
)

test(
  'reports each problem with the site’s responses and how to fix it, and exits with 1',
  { timeout: 600_000 },
  async () => {
    const { proxy, check, doctor } = await siteBehindProxy()
    const replace = (body: string) => (answer: Answer) => (answer.body = Buffer.from(body))
    const status = (code: number) => (answer: Answer) => (answer.status = code)
    const withoutLinks = (answer: Answer) => Object.assign(answer, { headers: {}, body: Buffer.from('<p>Hello') })
    const faults: [path: string | RegExp, change: (answer: Answer) => void, check: string, message: RegExp][] = [
      ['/readyz', status(503), 'http', /readyz returns 503/],
      ['/', status(500), 'http', /home page returns 500/],
      ['/', (answer) => (answer.headers['date'] = new Date(0).toUTCString()), 'clock', /web server is .* s behind/],
      ['/', replace('<title>Parked</title>'), 'address', /canonical URL .* is missing/],
      ['/', replace('<title>Parked</title>'), 'previews', /no Open Graph tags/],
      [/\.png$/, status(404), 'previews', /preview image .* returns 404/],
      [
        '/rss.xml',
        (answer) => (answer.headers['content-type'] = 'text/html'),
        'feeds',
        /rss\.xml has the content type text\/html/,
      ],
      ['/atom.xml', replace('<feed><title>'), 'feeds', /atom\.xml is not well-formed XML/],
      ['/feed.json', replace('{}'), 'feeds', /feed\.json is not a JSON feed/],
      ['/webmention', status(405), 'webmention', /returns 405 to an invalid webmention/],
      [/^\/(post|blog)/, withoutLinks, 'webmention', /does not link to a webmention endpoint/],
      ['/api/diagnostics/request', replace('{}'), 'proxy', /not served by this installation/],
    ]
    for (const [where, change, name, message] of faults) {
      proxy.fault = (path, answer) => {
        if (typeof where === 'string' ? path === where : where.test(path)) change(answer)
      }
      const found = problems(await check()).filter((finding) => finding.check === name)
      assert.match(found.map((finding) => finding.message).join('\n'), message)
      assert.ok(found.every(({ fix }) => fix && /^[A-Z].*\.$/.test(fix)))
    }
    proxy.fault = (path, answer) => void (path === '/rss.xml' && (answer.status = 502))
    const { code, stdout } = await doctor()
    assert.equal(code, 1)
    assert.match(stdout, /\nerror {3}feeds +\/rss\.xml returns 502\.\n +→ /)
  },
)
