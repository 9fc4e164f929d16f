import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { onTestFinished } from 'vitest'
import { type Amf, decodeAmf, encodeAmf } from '#providers/streaming/amf0.ts'
import { chunksOf, createChunkReader, messageType } from '#providers/streaming/rtmp-chunks.ts'
import { findFfmpeg } from '../../scripts/ffmpeg.ts'
import { encoding, type Encoding } from './streaming.ts'

const chunkSize = 4096

/** An encoder that sends exactly what the test specifies. `answers` lists the commands that it has received. */
export async function connectRtmp(port: number) {
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  const answers: Amf[][] = []
  let handshakeLeft = 1 + 2 * 1536
  const reader = createChunkReader({
    maxBytes: () => 65_536,
    onMessage: ({ type, body }) => void (type === messageType.amf0Command && answers.push(decodeAmf(body))),
  })
  socket.on('data', (data: Buffer) => {
    const skipped = Math.min(handshakeLeft, data.length)
    handshakeLeft -= skipped
    if (skipped < data.length) reader.read(data.subarray(skipped))
  })
  const send = (type: number, timestamp: number, body: Buffer) =>
    void socket.write(chunksOf({ type, streamId: 1, timestamp, body }, 4, chunkSize))
  const command = (...values: Amf[]) => send(messageType.amf0Command, 0, encodeAmf(...values))

  function greet() {
    socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]))
    const size = Buffer.alloc(4)
    size.writeUInt32BE(chunkSize)
    socket.write(chunksOf({ type: messageType.setChunkSize, streamId: 0, timestamp: 0, body: size }, 2, 128))
  }
  function publish(key: string) {
    greet()
    command('connect', 1, { app: 'live' })
    command('createStream', 2, null)
    command('publish', 3, null, key, 'live')
  }
  /** Returns the stream's latest status, as reported by the server. */
  const status = () => {
    const [, , , about] = answers.findLast(([name]) => name === 'onStatus') ?? []
    return (about ?? null) as { code: string; description: string } | null
  }
  const tag = ({ type, timestamp, body }: FlvTag) => send(type, timestamp % 2 ** 32, body)
  return { socket, closed, answers, greet, publish, command, send, tag, status }
}

export interface FlvTag {
  type: number
  timestamp: number
  body: Buffer
}

/** Encodes a synthetic source with ffmpeg. @returns its FLV tags */
export function flvTags(options: Encoding = {}): FlvTag[] {
  const args = encoding('pipe:1', { seconds: 2, isLive: false, ...options })
  const { stdout, stderr } = spawnSync(findFfmpeg(), args, { maxBuffer: 64 * 1024 * 1024 })
  if (stdout.length === 0) throw new Error(String(stderr))
  const tags: FlvTag[] = []
  for (let at = 13; at + 11 < stdout.length;) {
    const length = stdout.readUIntBE(at + 1, 3)
    const timestamp = stdout.readUIntBE(at + 4, 3) + stdout[at + 7]! * 2 ** 24
    const type = stdout[at]!
    if (type === 8 || type === 9) tags.push({ type, timestamp, body: stdout.subarray(at + 11, at + 11 + length) })
    at += 15 + length
  }
  return tags
}
