import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { onTestFinished, test } from 'vitest'
import { startDnsServer } from '#tests/support/dns-server.ts'
import { checkDns, checkTls } from './network-checks.ts'

const fixtures = path.resolve(import.meta.dirname, '../../../tests/fixtures/tls')
const cert = fs.readFileSync(path.join(fixtures, 'localhost.crt'), 'utf8')
const key = fs.readFileSync(path.join(fixtures, 'localhost.key'), 'utf8')
// The fixture is valid for ten years.
const issued = Date.parse('2026-11-25')
const expires = Date.parse('2036-11-21')
const dayMs = 86_400_000

async function server(): Promise<URL> {
  const listening = tls.createServer({ cert, key }, (socket) => socket.end()).listen(0, '127.0.0.1')
  listening.on('tlsClientError', () => {})
  await once(listening, 'listening')
  onTestFinished(() => void listening.close())
  return new URL(`https://127.0.0.1:${(listening.address() as AddressInfo).port}`)
}

test('reports host names that do not resolve', async () => {
  const { resolver, close } = await startDnsServer({ A: { 'site.example': ['203.0.113.7'] } })
  onTestFinished(close)
  const check = async (url: string) => (await checkDns(new URL(url), resolver))[0]!
  assert.equal((await check('https://site.example')).message, 'site.example resolves to 203.0.113.7.')
  assert.equal((await check('https://other.example')).status, 'error')
  assert.equal((await check('http://[::1]:3000')).status, 'ok')
})

test('reports certificates that have expired, expire soon, or are not trusted', async () => {
  const url = await server()
  const check = async (nowMs: number, ca: string | undefined = cert) => (await checkTls(url, nowMs, ca))[0]!
  assert.equal((await check(issued)).status, 'ok')
  assert.equal((await check(expires - 10 * dayMs)).status, 'warning')
  assert.match((await check(expires + dayMs)).message, /^The certificate expired on 2036-/)
  const { status, message } = (await checkTls(url, issued))[0]!
  assert.equal(status, 'error')
  assert.match(message, /DEPTH_ZERO_SELF_SIGNED_CERT/)
})

test('reports a server without TLS, and skips sites that use http', async () => {
  const { port } = await server()
  assert.match(
    (await checkTls(new URL('https://127.0.0.1:1'), issued))[0]!.message,
    /^No TLS connection to 127\.0\.0\.1/,
  )
  assert.deepEqual(await checkTls(new URL(`http://127.0.0.1:${port}`), issued), [])
})
