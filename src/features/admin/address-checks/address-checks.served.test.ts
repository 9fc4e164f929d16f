import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { onTestFinished, test, vi } from 'vitest'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { createRedirect } from '#features/admin/redirects/redirects.contract.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { servedSite, siteUrl } from '#tests/trust/setup/served-site.ts'
import { type AddressCheckResult, getAddressCheck, startAddressCheck } from './address-checks.contract.ts'
import { checkAddresses } from './check-address.ts'
import { outcomeLine } from './outcome.contract.ts'
import { printCheck } from './print-check.ts'

/** Serves an old site with an index of two sitemaps, one of them compressed. */
async function oldSite() {
  const files: Record<string, string | Buffer> = {}
  const server = http
    .createServer((request, response) => {
      const file = files[request.url ?? '']
      response.writeHead(file === undefined ? 404 : 200).end(file)
    })
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const urls = (...paths: string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>http://${host}${path}</loc></url>`).join('')}</urlset>`
  files['/sitemap.xml'] =
    `<sitemapindex>${['one.xml', 'two.xml.gz'].map((name) => `<sitemap><loc>http://${host}/${name}</loc></sitemap>`).join('')}</sitemapindex>`
  files['/one.xml'] = urls('/', '/2019/hello', '/lost')
  files['/two.xml.gz'] = gzipSync(urls('/2019/hello', '/?p=7', '/two'))
  return { host, url: `http://${host}/sitemap.xml` }
}

async function movedSite() {
  const old = await oldSite()
  const site = await servedSite({ OUTBOUND_ALLOW: old.host })
  const token = await site.register('admina')
  const call = async <Body>(method: string, path: string, body?: object) => {
    const { status, text } = await site.ask(path, { method, token, body })
    assert.ok(status < 300, text)
    return JSON.parse(text) as Body
  }
  for (const [from, to] of [
    ['/2019/hello', '/blog'],
    ['/?p=7', '/members'],
    ['/two', '/livestream/manage'],
  ])
    await call('POST', createRedirect.path, { from, to })
  return { ...site, old, call }
}

test('checks every URL in a sitemap index against the running site when run from the command line', async () => {
  const site = await movedSite()
  const fetch = createSafeFetch({ allow: [site.old.host], userAgent: 'test' })
  async function run(source: string, isJson = false) {
    const lines: string[] = []
    const progress: number[] = []
    const failed = await printCheck({
      source,
      site: `http://127.0.0.1:${site.port}`,
      siteUrl,
      isJson,
      fetch,
      print: (line) => lines.push(line),
      onProgress: (checked) => progress.push(checked),
    })
    return { failed, text: lines.join('\n'), progress }
  }
  const { failed, text, progress } = await run(site.old.url)
  assert.equal(failed, 1)
  assert.match(
    text,
    /^ok {3}\/ \(200\)\nok {3}\/2019\/hello → \/blog \(301\)\nFAIL \/lost: 404\nok {3}\/\?p=7 → \/members \(301\)\nok {3}\/two → \/livestreams\/manage \(301\)\n\nAddresses: 5; ok: 4; failed: 1$/,
  )
  assert.deepEqual(progress, [1, 2, 3, 4, 5])
  const json = JSON.parse((await run(site.old.url, true)).text) as { total: number; failed: number; results: object[] }
  assert.deepEqual([json.total, json.failed], [5, 1])
  assert.deepEqual(json.results[2], { address: '/lost', isOk: false, reason: '404', redirects: [], status: 404 })
  await site.call('POST', createRedirect.path, { from: '/lost', to: '/' })
  assert.equal((await run(site.old.url)).failed, 0)
  await assert.rejects(run(`http://${site.old.host}/missing.xml`), /returned status 404/)
  await assert.rejects(run('http://10.0.0.1/sitemap.xml'), /not a public http or https URL/)
})

test('runs the command without a database, writes progress to stderr, and exits with code 1 if a URL is lost', async () => {
  const site = await servedSite()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-check-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const run = (content: string, ...options: string[]) => {
    writeFileSync(path.join(folder, 'list.txt'), content)
    const origin = `http://127.0.0.1:${site.port}`
    const args = ['scripts/import.ts', '--check', '--site', origin, ...options, path.join(folder, 'list.txt')]
    const env = { ...process.env, SITE_URL: origin, DATABASE_URL: '', DATA_DIR: path.join(folder, 'data') }
    return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      ),
    )
  }
  const failed = await run('/blog\n/lost')
  assert.deepEqual(failed, {
    code: 1,
    stdout: 'ok   /blog (200)\nFAIL /lost: 404\n\nAddresses: 2; ok: 1; failed: 1\n',
    stderr: 'Checked 2 of 2\n',
  })
  const fine = await run('/blog', '--json')
  assert.deepEqual([fine.code, (JSON.parse(fine.stdout) as { ok: number }).ok], [0, 1])
  assert.equal((await run('relative')).code, 1)
  assert.equal((await run('/blog', '--member', 'alice')).code, 1)
  assert.equal(existsSync(path.join(folder, 'data')), false)
})

test('checks the same URLs in a job started from the admin page, and lists failures first', async () => {
  const site = await movedSite()
  const read = (query = '') => site.call<AddressCheckResult>('GET', getAddressCheck.path + query)
  async function check(source: string) {
    await site.call('PUT', startAddressCheck.path, { source })
    const ended = async () => {
      const result = await read()
      assert.ok(result.check!.state === 'done' || result.check!.state === 'failed', result.check!.state)
      return result
    }
    return vi.waitFor(ended, { timeout: patienceMs, interval: 50 })
  }
  const { check: done, addresses, total } = await check(site.old.url)
  assert.deepEqual([done!.state, done!.addressCount, done!.checkedCount, done!.failedCount], ['done', 5, 5, 1])
  assert.deepEqual([total, addresses.map(({ address, outcome }) => [address, outcome.status])], [1, [['/lost', 404]]])
  const all = await read('?show=all&limit=2&page=2')
  assert.deepEqual(
    [all.total, all.addresses.map(({ address, isOk }) => [address, isOk])],
    [
      5,
      [
        ['/lost', false],
        ['/?p=7', true],
      ],
    ],
  )
  const list = await check('/blog\nhttps://old.example/gone')
  assert.deepEqual(
    list.addresses.map(({ address }) => address),
    ['/gone'],
  )
  const failed = await check(`http://${site.old.host}/none.xml`)
  assert.deepEqual(
    [failed.check!.state, failed.check!.problem],
    ['failed', `http://${site.old.host}/none.xml returned status 404.`],
  )
  assert.deepEqual(site.logged(40), [])
})

test('reports loops, chains of redirects, and redirects to other sites', async () => {
  const server = http
    .createServer((request, response) => {
      const targets: Record<string, string> = {
        '/a': '/b',
        '/b': '/a',
        '/c': '/d',
        '/d': '/e',
        '/n0': '/n1',
        '/bad': 'mailto:x',
      }
      for (let n = 1; n < 9; n++) targets[`/n${n}`] = `/n${n + 1}`
      const location = request.url === '/away' ? `http://127.0.0.1:${other}/there` : targets[request.url ?? '']
      if (location === undefined) return void response.writeHead(200).end('x')
      return void response.writeHead(302, { location }).end()
    })
    .listen(0, '127.0.0.1')
  const elsewhere = http.createServer((_, response) => response.end('x')).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(elsewhere, 'listening')])
  onTestFinished(() => void [server.close(), elsewhere.close()])
  const [port, other] = [server, elsewhere].map((one) => (one.address() as AddressInfo).port)
  const fetch = createSafeFetch({ allow: [`127.0.0.1:${other}`], userAgent: 'test' })
  const lines: string[] = []
  const addresses = ['/a', '/c', '/n0', '/bad', '/away', '//evil.example/x', '/fine']
  const origin = `http://127.0.0.1:${port}`
  await checkAddresses(
    { origin, publicOrigin: origin, fetch },
    addresses,
    (at, outcome) => (lines[at] = outcomeLine(addresses[at]!, outcome)),
  )
  assert.deepEqual(lines, [
    'FAIL /a: redirect loop',
    'FAIL /c: 2 redirects: /d → /e',
    'FAIL /n0: more than 5 redirects',
    'FAIL /bad: redirects to an invalid URL',
    `ok   /away → http://127.0.0.1:${other}/there (302)`,
    'ok   //evil.example/x (200)',
    'ok   /fine (200)',
  ])
})
