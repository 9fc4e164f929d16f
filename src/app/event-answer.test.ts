import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { onTestFinished, test } from 'vitest'
import { type EventLine, EventStream } from '#kernel/event-stream.ts'
import { answerWithEvents } from './event-answer.ts'

/** Opens a connection to the stream that remains open but is not read yet. */
async function readerOf(stream: EventStream): Promise<net.Socket> {
  const server = http
    .createServer((_request, response) => void answerWithEvents(stream, response, {}))
    .listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const reader = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause()
  onTestFinished(() => void reader.destroy())
  reader.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  return reader
}

test('disconnects a client that does not read, and frees its buffer', async () => {
  const lines: EventLine[] = []
  let gone = 0
  const stream = new EventStream((line) => {
    lines.push(line)
    return () => gone++
  })
  await readerOf(stream)
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const events = Buffer.alloc(1024 * 1024)
  for (let sent = 0; sent < 500; sent++) {
    lines[0]!.send(events)
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(gone, 1)
})

test('sends all events before closing, whether or not the client closes its side', async () => {
  const events = Buffer.from('data: 1\n\n'.repeat(10_000))
  const gone = Promise.withResolvers<void>()
  const stream = new EventStream((line) => {
    line.send(events)
    setImmediate(line.end)
    return gone.resolve
  })
  const reader = await readerOf(stream)
  const [head, ...rest] = Buffer.concat(await reader.toArray())
    .toString()
    .split('\r\n\r\n')
  assert.match(head!, /\r\nconnection: close/i)
  assert.doesNotMatch(head!, /transfer-encoding|content-length/i)
  assert.equal(rest.join(''), events.toString())
  await gone.promise
})

test('opens the stream and immediately closes it if there is no connection', () => {
  let [begun, gone] = [0, 0]
  const stream = new EventStream(() => {
    begun++
    return () => gone++
  })
  const { status, headers } = answerWithEvents(stream, null, {})
  assert.deepEqual([status, headers.get('content-type'), begun, gone], [200, 'text/event-stream', 1, 1])
})
