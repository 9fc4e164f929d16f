import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { onTestFinished, test, vi } from 'vitest'
import { withLimitedPipelining } from './pipelining.ts'

const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
const last = 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'

async function connect(listener: http.RequestListener, options: http.ServerOptions = {}): Promise<net.Socket> {
  const server = http.createServer(options, withLimitedPipelining(listener)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return net.connect((server.address() as AddressInfo).port, '127.0.0.1')
}

/** Counts the responses until the connection is closed. */
function responsesOn(socket: net.Socket): { count: () => number; ended: Promise<unknown> } {
  let text = ''
  socket.on('data', (part) => (text += String(part))).on('error', () => {})
  return { count: () => text.split('HTTP/1.1 200').length - 1, ended: once(socket, 'close') }
}

test('responds to pipelined requests, and to later requests on the same connection', async () => {
  const socket = await connect((_request, response) => void response.end('ok'))
  const { count, ended } = responsesOn(socket)
  socket.write(request.repeat(4))
  await vi.waitFor(() => assert.equal(count(), 4))
  socket.write(request.repeat(3) + last)
  await ended
  assert.equal(count(), 8)
})

test('closes a connection with hundreds of requests in progress', async () => {
  let handled = 0
  const socket = await connect(() => void handled++)
  const { count, ended } = responsesOn(socket)
  socket.write(request.repeat(500))
  await ended
  assert.deepEqual([handled, count()], [4, 0])
})

test('stops parsing when it closes a connection', async () => {
  let parsed = 0
  class CountedMessage extends http.IncomingMessage {
    constructor(socket: net.Socket) {
      super(socket)
      parsed++
    }
  }
  const socket = await connect(() => {}, { IncomingMessage: CountedMessage })
  const { ended } = responsesOn(socket)
  socket.write(request.repeat(500))
  await ended
  assert.ok(parsed < 20, `${parsed} requests were parsed`)
})

test('keeps responding on other connections after closing one', async () => {
  const answer: http.RequestListener = ({ url }, response) => {
    if (url === '/answered') response.end('ok')
  }
  const server = http.createServer(withLimitedPipelining(answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  for (let round = 0; round < 3; round++) {
    const socket = net.connect(port, '127.0.0.1')
    const { ended } = responsesOn(socket)
    socket.write(request.repeat(500))
    await ended
    // Node.js reuses parsers.
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/answered`)).text(), 'ok')
  }
})
