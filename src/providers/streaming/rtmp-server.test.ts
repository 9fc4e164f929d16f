import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { onTestFinished, test } from 'vitest'
import { connectRtmp } from '#tests/support/rtmp-client.ts'
import { freePort } from '#tests/support/site.ts'
import { until } from '#tests/support/streaming.ts'
import { collectGarbage } from '#tests/support/collect-garbage.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { chunksOf, messageType } from './rtmp-chunks.ts'
import { listenForRtmp } from './rtmp-server.ts'

async function listening(beginMs = 400) {
  const port = await freePort()
  const media: string[] = []
  const ends: string[] = []
  const publication = {
    video: () => void media.push('video'),
    audio: () => void media.push('audio'),
    end: (how: string) => void ends.push(how),
  }
  const server = await listenForRtmp(port, '127.0.0.1', {
    admit: async () => ({ ok: true, publication }),
    beginMs,
    silenceMs: 400,
  })
  onTestFinished(() => server.close())
  return { port, media, ends }
}

/** Sends the bytes on a new connection. @returns when the server closed the connection, and how many bytes it sent */
async function lifeOf(port: number, ...sent: Buffer[]): Promise<{ ms: number; answered: number }> {
  const startedMs = performance.now()
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  let answered = 0
  socket.on('data', ({ length }: Buffer) => (answered += length))
  for (const bytes of sent) socket.write(bytes)
  await new Promise((resolve) => socket.on('close', resolve))
  return { ms: performance.now() - startedMs, answered }
}

const hello = Buffer.concat([Buffer.from([3]), Buffer.alloc(3072)])
const message = (type: number, body: Buffer) => chunksOf({ type, streamId: 0, timestamp: 0, body }, 3, 128)
const header = (length: number, type: number) =>
  Buffer.from([3, 0, 0, 0, length >> 16, (length >> 8) & 255, length & 255, type, 0, 0, 0, 0])
const object = (depth: number) => Buffer.concat(Array.from({ length: depth }, () => Buffer.from([3, 0, 1, 97])))

test('closes connections that do not speak RTMP', async () => {
  const { port } = await listening(2 * patienceMs)
  const garbage = [
    [Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    [Buffer.from([22, 3, 1, 2, 0, 1])], // TLS
    [Buffer.concat([Buffer.from([6]), randomBytes(4000)])], // encrypted RTMP
    [hello, header(70_000, 20)],
    [hello, header(0xffffff, 9)],
    [hello, Buffer.from([0xc3])], // continues a message that never started
    [hello, message(messageType.setChunkSize, Buffer.from([0, 0, 0, 0]))],
    [hello, message(messageType.setChunkSize, Buffer.from([0x7f, 255, 255, 255]))],
    [hello, message(messageType.setChunkSize, Buffer.from([1]))],
    [hello, message(messageType.amf0Command, Buffer.from([2, 255, 255, 97]))],
    [hello, message(messageType.amf0Command, Buffer.from([99]))],
    [hello, message(messageType.amf0Command, Buffer.from([10, 255, 255, 255, 255]))],
    [hello, message(messageType.amf0Command, object(100))],
    [hello, message(messageType.video, Buffer.from([0x17, 1]))],
    [hello, header(1000, 20), Buffer.alloc(128), header(1000, 20)], // a message inside another message
    [
      hello,
      Buffer.concat(
        Array.from({ length: 40 }, (_, at) =>
          Buffer.from([at + 3, 0, 0, 0, 0, 4, 0, 20, 0, 0, 0, 0, ...Buffer.alloc(128)]),
        ),
      ),
    ],
  ]
  for (const [at, bytes] of garbage.entries()) {
    const { ms } = await lifeOf(port, ...bytes)
    assert.ok(ms < patienceMs, `${at}: ${ms} ms`)
  }
})

test('survives random bytes after the handshake', async () => {
  const { port, ends } = await listening()
  await Promise.all(Array.from({ length: 100 }, () => lifeOf(port, hello, randomBytes(4000))))
  assert.deepEqual(ends, [])
})

test('closes idle connections at every stage', async () => {
  const { port, ends } = await listening()
  for (const sent of [[], [hello.subarray(0, 700)], [hello], [hello, Buffer.from([3, 0, 0])]]) {
    const { ms } = await lifeOf(port, ...sent)
    assert.ok(ms > 350 && ms < patienceMs, `${ms} ms`)
  }
  const encoder = await connectRtmp(port)
  encoder.publish('key')
  await encoder.closed
  assert.deepEqual(ends, ['lost'])
})

test('accepts bytes one at a time', async () => {
  const { port, media } = await listening()
  const encoder = await connectRtmp(port)
  encoder.publish('key')
  await until(() => encoder.status() !== null, 'an answer')
  for (const byte of chunksOf(
    { type: 9, streamId: 1, timestamp: 0xffffffff, body: Buffer.from([0x17, 1, 0, 0, 0]) },
    4,
    2,
  )) {
    encoder.socket.write(Buffer.from([byte]))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await until(() => media.length === 1, 'the tag').catch(() => {})
  assert.deepEqual(media, ['video'])
})

test('does not buffer invalid data from many connections', async () => {
  const { port } = await listening()
  const held = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = held()
  const junk = Buffer.concat([hello, header(60_000, 20), Buffer.alloc(128)])
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 100 }, () => lifeOf(port, junk)))
  const grown = held() - before
  assert.ok(grown < 30 * 1024 * 1024, `${Math.round(grown / 1024 / 1024)} MB`)
})

test('disconnects an encoder that does not read responses', async () => {
  const { port, ends } = await listening(2 * patienceMs)
  const encoder = await connectRtmp(port)
  encoder.publish('key')
  await until(() => encoder.status() !== null, 'an answer')
  encoder.socket.pause()
  for (let sent = 0; sent < 1000 && ends.length === 0; sent++) {
    encoder.command('createStream', 'repeated in the answer '.repeat(2500), null)
    encoder.send(messageType.audio, 0, Buffer.from([0xaf, 1, 0, 0]))
    if (encoder.socket.writableNeedDrain) await Promise.race([once(encoder.socket, 'drain'), encoder.closed])
  }
  assert.deepEqual(ends, ['lost'])
})

test('limits connections per address so that others can connect', async () => {
  const { port } = await listening()
  const lives = await Promise.all(Array.from({ length: 60 }, () => lifeOf(port, hello)))
  assert.equal(lives.filter(({ answered }) => answered === 0).length, 10)
})

test('rejects players with a message', async () => {
  const { port } = await listening()
  const player = await connectRtmp(port)
  player.greet()
  player.command('connect', 1, { app: 'live' })
  player.command('play', 2, null, 'key')
  await player.closed
  assert.equal(player.status()!.code, 'NetStream.Play.Failed')
})
