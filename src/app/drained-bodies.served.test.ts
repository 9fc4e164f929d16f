import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished, test } from 'vitest'
import { testApplication } from '#tests/support/application.ts'
import { routes } from './features.ts'
import { withDrainedBodies } from './drained-bodies.ts'

const tries = 8
/** More bytes than any route accepts. */
const oversized = 4 * 1024 * 1024

async function serve(listener: http.RequestListener) {
  const server = http.createServer(withDrainedBodies(listener)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function open() {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const token = await site.register('alice')
  return { port: await serve(getRequestListener(site.app.fetch)), authorization: `Bearer ${token}` }
}

/** Sends everything before reading anything, as simple clients do. @returns what was received until the connection
 *  closed */
async function sendThenRead(port: number, head: string, bytes: number): Promise<string> {
  const socket = net.connect(port, '127.0.0.1').pause()
  await once(socket, 'connect')
  socket.write(head)
  const chunk = Buffer.alloc(256 * 1024)
  for (let sent = 0; sent < bytes; sent += chunk.length) if (!socket.write(chunk)) await once(socket, 'drain')
  let text = ''
  for await (const part of socket) text += String(part)
  return text
}

/** One route for each way in which bodies are read. */
const paths = ['/api/storage/upload', '/api/posts', '/auth/v1/signup', '/storage/v1/object/post-images/1/a.png']

test('delivers a 413 response for a large body to fetch, http (with or without Expect), and raw sockets', async () => {
  const { port, authorization } = await open()
  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  for (const path of paths) {
    const isUpload = path.includes('storage')
    const type = isUpload ? 'multipart/form-data; boundary=x' : 'application/json'
    const wireStatus = path.startsWith('/storage') ? 400 : 413
    const headers = { authorization, 'content-type': type }
    for (let attempt = 0; attempt < tries; attempt++) {
      const body = new Uint8Array(oversized)
      const { status } = await fetch(url(path), { method: 'POST', headers, body })
      assert.equal(status, wireStatus, `${path}, fetch ${attempt}`)
    }
    for (const extra of [{}, { expect: '100-continue' }, { 'transfer-encoding': 'chunked' }]) {
      const request = http.request(url(path), { method: 'POST', headers: { ...headers, ...extra } })
      request.end(Buffer.alloc(oversized))
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      assert.equal(response.resume().statusCode, wireStatus, `${path} ${JSON.stringify(extra)}`)
    }
    const lines = Object.entries({ ...headers, host: 'a', 'content-length': oversized }).map((one) => one.join(': '))
    for (let attempt = 0; attempt < 5; attempt++) {
      const text = await sendThenRead(port, `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, oversized)
      assert.match(text, new RegExp(`^HTTP/1.1 ${wireStatus} `), `${path}, raw ${attempt}`)
      assert.match(text, /connection: close/i)
    }
  }
})

test('delivers the response of every route that accepts a body to a client that sends far too much', async () => {
  const { port, authorization } = await open()
  const statuses = new Map<string, number>()
  for (const { method, path } of routes.filter(({ method }) => method !== 'GET')) {
    const address = `http://127.0.0.1:${port}${path.replaceAll(/:\w+/g, '1')}`
    const headers = { authorization, 'content-type': 'application/json' }
    const body = new Uint8Array(oversized)
    const { status } = await fetch(address, { method, headers, body }).catch(() => ({ status: 0 }))
    statuses.set(`${method} ${path}`, status)
  }
  const bad = [...statuses].filter(([, status]) => status === 0 || status === 500)
  assert.deepEqual(bad, [])
})

test('responds to the next request on a connection whose previous request body was not read', async () => {
  const port = await serve((request, response) => void response.end(request.method))
  const socket = net.connect(port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${oversized}\r\n\r\n`)
  socket.write(Buffer.alloc(oversized))
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
  let text = ''
  for await (const part of socket) text += String(part)
  assert.deepEqual(text.match(/POST|GET/g), ['POST', 'GET'])
})

test('treats a short body that a client stops sending as a client error, without logging it', async () => {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const status = Promise.withResolvers<number>()
  const port = await serve(
    getRequestListener(async (request) => {
      const response = await site.app.fetch(request)
      status.resolve(response.status)
      return response
    }),
  )
  const socket = net.connect(port, '127.0.0.1')
  const authorization = `Bearer ${await site.register('alice')}`
  const headers = { authorization, 'content-type': 'application/json', host: 'a', 'content-length': 100 }
  const lines = Object.entries(headers).map((one) => one.join(': '))
  socket.write(`POST /api/posts HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"content":`, () => socket.destroy())
  assert.equal(await status.promise, 400)
  assert.deepEqual(site.logged, [])
})
