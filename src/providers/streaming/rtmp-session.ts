import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Amf, decodeAmf, encodeAmf } from './amf0.ts'
import { chunksOf, createChunkReader, messageType, type RtmpMessage } from './rtmp-chunks.ts'

/** What an encoder that was let in sends. The bodies are those of FLV tags; timestamps are milliseconds modulo 2³². */
export interface Publication {
  video(tag: Buffer, timestamp: number): void
  audio(tag: Buffer, timestamp: number): void
  /** `stopped`: the encoder said so; `lost`: it is gone. Called once. */
  end(how: 'stopped' | 'lost'): void
}
export type Admission = { ok: true; publication: Publication } | { ok: false; reason: string }
/** Lets an encoder in by its key. `cut` ends its connection and tells it the reason. */
export type Admit = (key: string, cut: (reason: string) => void) => Promise<Admission>

export interface SessionOptions {
  admit: Admit
  /** How long an encoder may take to begin, and how long it may be silent. */
  beginMs: number
  silenceMs: number
  onEnd: (reason: string) => void
}
export interface RtmpSession {
  cut: (reason: string) => void
}

const version = 3
const handshakeBytes = 1536
const windowBytes = 5_000_000
const outChunkSize = 4096
const maxBytesBefore = 64 * 1024
const maxBytesPublishing = 8 * 1024 * 1024
/** What may wait for an encoder that does not take its answers: all of them together are a few hundred bytes. */
const maxWaitingBytes = 256 * 1024
const lingerMs = 1000
const app = 'live'

/** Takes what an encoder publishes over the connection. Playing is not offered. Whatever is not RTMP ends it. */
export function startRtmpSession(socket: Socket, { admit, beginMs, silenceMs, onEnd }: SessionOptions): RtmpSession {
  let publication: Publication | null = null
  let isAdmitting = false
  let isOver = false
  let handshake: 'hello' | 'echo' | 'done' = 'hello'
  let early = Buffer.alloc(0)
  let appName = ''
  let receivedBytes = 0
  let acknowledgedBytes = 0
  const chunks = createChunkReader({
    maxBytes: () => (publication ? maxBytesPublishing : maxBytesBefore),
    onMessage: take,
  })
  const beginning = setTimeout(() => close('did not begin to publish'), beginMs)
  let silence: NodeJS.Timeout | undefined

  socket.on('data', (data) => guarded(() => read(data)))
  socket.on('error', () => {})
  socket.on('close', () => finish('connection closed', 'lost'))

  function guarded(work: () => void) {
    try {
      work()
    } catch (reason) {
      close(reason instanceof Error ? reason.message : String(reason))
    }
  }

  function read(data: Buffer) {
    if (isOver) return
    receivedBytes += data.length
    if (handshake !== 'done') data = shakeHands(data)
    if (handshake === 'done') chunks.read(data)
    if (receivedBytes - acknowledgedBytes >= windowBytes) acknowledge()
  }

  /** @returns what comes after the handshake, as far as it is there */
  function shakeHands(data: Buffer): Buffer {
    let bytes = Buffer.concat([early, data])
    if (bytes[0] !== version && handshake === 'hello') throw new Error('not RTMP')
    if (handshake === 'hello' && bytes.length > handshakeBytes) {
      const random = randomBytes(handshakeBytes)
      random.fill(0, 0, 8)
      socket.write(Buffer.concat([Buffer.from([version]), random, bytes.subarray(1, 1 + handshakeBytes)]))
      bytes = bytes.subarray(1 + handshakeBytes)
      handshake = 'echo'
    }
    if (handshake === 'echo' && bytes.length >= handshakeBytes) {
      bytes = bytes.subarray(handshakeBytes)
      handshake = 'done'
    }
    early = handshake === 'done' ? Buffer.alloc(0) : bytes
    return bytes
  }

  function acknowledge() {
    acknowledgedBytes = receivedBytes
    send(2, messageType.acknowledgement, 0, uint32(receivedBytes))
  }

  function take({ type, timestamp, body }: RtmpMessage) {
    if (isOver) return
    if (type === messageType.video || type === messageType.audio) return takeMedia(type, timestamp, body)
    if (type === messageType.amf0Command) return command(decodeAmf(body))
    // AMF 3 commands begin with a byte that says how they go on: as AMF 0.
    if (type === messageType.amf3Command) return command(decodeAmf(body.subarray(1)))
    if (type === messageType.userControl && body.readUInt16BE() === ping) {
      send(2, messageType.userControl, 0, Buffer.concat([Buffer.from([0, pong]), body.subarray(2, 6)]))
    }
  }

  function takeMedia(type: number, timestamp: number, body: Buffer) {
    if (!publication) throw new Error('media before publishing')
    silence?.refresh()
    if (body.length === 0) return
    if (type === messageType.video) publication.video(body, timestamp)
    else publication.audio(body, timestamp)
  }

  function command([name, transaction, about, ...rest]: Amf[]) {
    const answer = (...values: Amf[]) =>
      send(3, messageType.amf0Command, 0, encodeAmf('_result', transaction, ...values))
    switch (textOf(name)) {
      case 'connect':
        return connect(about, answer)
      case 'createStream':
        return answer(null, 1)
      case 'releaseStream':
      case 'FCPublish':
      case '_checkbw':
        return answer(null, undefined)
      case 'publish':
        return void publish(textOf(rest[0]))
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        return publication ? close('stopped', 'stopped') : undefined
      case 'play':
      case 'play2':
        return refuse('NetStream.Play.Failed', 'This server takes broadcasts in; they are watched on its pages.')
      default:
        return undefined // others are no affair of an encoder's, or need no answer
    }
  }

  function connect(about: Amf, answer: (...values: Amf[]) => void) {
    const isObject = about !== null && typeof about === 'object' && !Array.isArray(about)
    appName = isObject ? textOf(about['app']).replaceAll('/', '') : ''
    send(2, messageType.windowSize, 0, uint32(windowBytes))
    send(2, messageType.peerBandwidth, 0, Buffer.concat([uint32(windowBytes), Buffer.from([2])]))
    send(2, messageType.setChunkSize, 0, uint32(outChunkSize))
    const description = { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connected' }
    answer({ fmsVer: 'FMS/3,0,1,123', capabilities: 31 }, { ...description, objectEncoding: 0 })
  }

  async function publish(name: string) {
    if (publication || isAdmitting) return close('published twice')
    isAdmitting = true
    const admission = await admitted(name.split('?', 1)[0]!)
    isAdmitting = false
    if (isOver) return admission.ok && admission.publication.end('lost')
    if (!admission.ok) return refuse('NetStream.Publish.BadName', admission.reason)
    publication = admission.publication
    clearTimeout(beginning)
    silence = setTimeout(() => close('silent'), silenceMs)
    send(2, messageType.userControl, 0, Buffer.from([0, 0, 0, 0, 0, 1])) // the stream begins
    status('status', 'NetStream.Publish.Start', 'Publishing')
  }

  async function admitted(key: string): Promise<Admission> {
    if (appName !== app) return { ok: false, reason: `The server address must end in /${app}.` }
    try {
      return await admit(key, (reason) => refuse('NetStream.Publish.Rejected', reason))
    } catch {
      return { ok: false, reason: 'The server cannot take the broadcast now. Please try again in a moment.' }
    }
  }

  function refuse(code: string, reason: string) {
    status('error', code, reason)
    close(reason)
  }

  const status = (level: string, code: string, description: string) =>
    send(5, messageType.amf0Command, 1, encodeAmf('onStatus', 0, null, { level, code, description }))

  let chunkSize = 128
  function send(chunkStream: number, type: number, streamId: number, body: Buffer) {
    if (isOver || socket.destroyed) return
    socket.write(chunksOf({ type, streamId, timestamp: 0, body }, chunkStream, chunkSize))
    if (type === messageType.setChunkSize) chunkSize = outChunkSize
    if (socket.writableLength > maxWaitingBytes) close('does not take its answers')
  }

  function close(reason: string, how: 'stopped' | 'lost' = 'lost') {
    finish(reason, how)
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }

  function finish(reason: string, how: 'stopped' | 'lost') {
    if (isOver) return
    isOver = true
    clearTimeout(beginning)
    clearTimeout(silence)
    publication?.end(how)
    publication = null
    onEnd(reason)
  }

  return { cut: (reason) => (publication ? refuse('NetStream.Publish.Rejected', reason) : close(reason)) }
}

const textOf = (value: Amf): string => (typeof value === 'string' ? value : '')

const ping = 6
const pong = 7

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
