import assert from 'node:assert/strict'
import { once } from 'node:events'
import http, { type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { onTestFinished, test } from 'vitest'
import { ownPart, sharedPart } from './body-parts.ts'
import { sendStored, type StoredResponse } from './stored-response.ts'

const aDayAhead = new Date(Date.now() + 86_400_000).toUTCString()

const stored = (facts: Partial<StoredResponse> = {}): StoredResponse => ({
  status: 200,
  etag: 'a',
  headers: {},
  bodies: { identity: Buffer.from('text') },
  isCompressible: false,
  ...facts,
})

async function served(answer: StoredResponse) {
  const server = http
    .createServer((request, response) => sendStored(request, response, answer, {}))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return async (headers: OutgoingHttpHeaders = {}) => {
    const request = http.get({ port, host: '127.0.0.1', headers, agent: false })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    return Object.assign(response, { body: Buffer.concat(await response.toArray()) })
  }
}

/** A response that was stored while the clock was a day ahead. */
const storedAhead = stored({ headers: { 'last-modified': aDayAhead } })

test('never sends a Last-Modified later than Date', async () => {
  const { headers } = await (await served(storedAhead))()
  assert.equal(headers['last-modified'], headers.date)
  assert.ok(Date.parse(headers.date!) <= Date.now())
})

test('ignores a future date in a conditional request, but not its ETag', async () => {
  const ask = await served(storedAhead)
  assert.equal((await ask({ 'if-modified-since': aDayAhead })).statusCode, 200)
  assert.equal((await ask({ 'if-none-match': '"a-identity"' })).statusCode, 304)
})

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
const encodings = ['br', 'gzip', 'identity'] as const

test('sends every encoding, whichever was requested before', async () => {
  const text = 'text '.repeat(2000)
  const wholes = encodings.map((first) => ({ first, bodies: () => ({ identity: Buffer.from(text) }) }))
  const inParts = encodings.map((first) => ({
    first,
    bodies: () => ({ parts: [sharedPart('text '), ownPart(text.slice(5))] }),
  }))
  for (const { first, bodies } of [...wholes, ...inParts]) {
    const ask = await served(stored({ bodies: bodies(), isCompressible: true }))
    for (const encoding of [first, ...encodings, ...encodings]) {
      const { headers, body } = await ask({ 'accept-encoding': encoding })
      assert.equal(headers['content-encoding'] ?? 'identity', encoding)
      assert.equal(decoders[encoding](body).toString(), text)
    }
  }
})

test('keeps only the encodings that clients request, without unused memory', async () => {
  const answer = stored({ bodies: { identity: Buffer.from('text '.repeat(2000)) }, isCompressible: true })
  let resized = 0
  answer.onResize = () => resized++
  const ask = await served(answer)
  for (let times = 0; times < 3; times++) {
    await ask({ 'accept-encoding': 'gzip' })
    const { gzip, ...others } = answer.bodies
    assert.deepEqual(others, { identity: undefined, parts: undefined })
    assert.equal(gzip!.buffer.byteLength, gzip!.length)
  }
  assert.equal(resized, 2)
})

test('compresses a response better from its second request on', async () => {
  const words = Array.from({ length: 4000 }, (_, index) => `word ${(index * 7919) % 1009}`)
  for (const encoding of ['br', 'gzip'] as const) {
    const ask = await served(stored({ bodies: { identity: Buffer.from(words.join(' ')) }, isCompressible: true }))
    const lengths: number[] = []
    for (let times = 0; times < 3; times++) lengths.push((await ask({ 'accept-encoding': encoding })).body.length)
    assert.ok(lengths[1]! < lengths[0]!, lengths.join())
    assert.equal(lengths[2], lengths[1])
  }
})
