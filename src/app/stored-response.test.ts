import assert from 'node:assert/strict'
import { once } from 'node:events'
import http, { type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, test } from 'vitest'
import { sendStored } from './stored-response.ts'

const aDayAhead = new Date(Date.now() + 86_400_000).toUTCString()

/** A response that was stored while the clock was a day ahead. */
async function served() {
  const answer = {
    status: 200,
    etag: 'a',
    headers: { 'last-modified': aDayAhead },
    bodies: { identity: Buffer.from('text') },
    isCompressible: false,
  }
  const server = http
    .createServer((request, response) => sendStored(request, response, answer, {}))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return async (headers: OutgoingHttpHeaders = {}) => {
    const request = http.get({ port, host: '127.0.0.1', headers, agent: false })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    return response
  }
}

test('never sends a Last-Modified later than Date', async () => {
  const { headers } = await (await served())()
  assert.equal(headers['last-modified'], headers.date)
  assert.ok(Date.parse(headers.date!) <= Date.now())
})

test('ignores a future date in a conditional request, but not its ETag', async () => {
  const ask = await served()
  assert.equal((await ask({ 'if-modified-since': aDayAhead })).statusCode, 200)
  assert.equal((await ask({ 'if-none-match': '"a-identity"' })).statusCode, 304)
})
