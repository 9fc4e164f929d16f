import type { Socket } from 'node:net'
import { shownText } from '#messages/messages.ts'
import { type Amf, decodeAmf } from './amf0.ts'
import { createChunkReader, messageType, type RtmpMessage } from './rtmp-chunks.ts'
import { RtmpHandshake } from './rtmp-handshake.ts'
import { RtmpSender, windowBytes } from './rtmp-sender.ts'

/** Receives an admitted encoder's media. Bodies have the format of FLV tag bodies; timestamps are milliseconds modulo
 *  2³². */
export interface Publication {
  video(tag: Buffer, timestamp: number): void
  audio(tag: Buffer, timestamp: number): void
  /** `stopped`: the encoder announced the end; `lost`: the connection broke. Called once. */
  end(how: 'stopped' | 'lost'): void
}
export type Admission = { ok: true; publication: Publication } | { ok: false; reason: string }
/** Admits an encoder by its stream key. `cut` sends the encoder the reason and ends its connection. */
export type Admit = (key: string, cut: (reason: string) => void) => Promise<Admission>

export interface SessionOptions {
  admit: Admit
  /** How long an encoder may take to begin publishing, and how long it may be silent afterward. */
  beginMs: number
  silenceMs: number
  onEnd: (reason: string) => void
}

const maxBytesBeforePublishing = 64 * 1024
const maxBytesPublishing = 8 * 1024 * 1024
const lingerMs = 1000
const app = 'live'
const ping = 6

/** An encoder's connection, from the handshake to its end. Only publishing is supported; any protocol other than RTMP
 *  ends the connection. */
export class RtmpSession {
  readonly #socket: Socket
  readonly #options: SessionOptions
  readonly #handshake: RtmpHandshake
  readonly #sender: RtmpSender
  readonly #chunks: ReturnType<typeof createChunkReader>
  readonly #beginTimer: NodeJS.Timeout
  #silenceTimer: NodeJS.Timeout | undefined
  #publication: Publication | null = null
  #isAdmitting = false
  #isOver = false
  #appName = ''
  #receivedBytes = 0
  #acknowledgedBytes = 0

  constructor(socket: Socket, options: SessionOptions) {
    this.#socket = socket
    this.#options = options
    this.#handshake = new RtmpHandshake((bytes) => socket.write(bytes))
    this.#sender = new RtmpSender(socket, () => this.#close('does not read responses'))
    this.#chunks = createChunkReader({
      maxBytes: () => (this.#publication ? maxBytesPublishing : maxBytesBeforePublishing),
      onMessage: (message) => this.#handleMessage(message),
    })
    this.#beginTimer = setTimeout(() => this.#close('did not begin to publish'), options.beginMs)
    socket.on('data', (data) => this.#read(data))
    socket.on('error', () => {})
    socket.on('close', () => this.#finish('connection closed', 'lost'))
  }

  /** Sends the encoder the reason and ends the connection. */
  disconnect(reason: string) {
    if (this.#publication) this.#reject('NetStream.Publish.Rejected', reason)
    else this.#close(reason)
  }

  #read(data: Buffer) {
    if (this.#isOver) return
    try {
      this.#receivedBytes += data.length
      const rest = this.#handshake.read(data)
      if (rest) this.#chunks.read(rest)
      if (this.#receivedBytes - this.#acknowledgedBytes >= windowBytes) this.#acknowledge()
    } catch (reason) {
      this.#close(reason instanceof Error ? reason.message : String(reason))
    }
  }

  #acknowledge() {
    this.#acknowledgedBytes = this.#receivedBytes
    this.#sender.acknowledge(this.#receivedBytes)
  }

  #handleMessage({ type, timestamp, body }: RtmpMessage) {
    if (this.#isOver) return
    if (type === messageType.video || type === messageType.audio) this.#handleMedia(type, timestamp, body)
    else if (type === messageType.amf0Command) this.#handleCommand(decodeAmf(body))
    // After the first byte, AMF 3 commands use AMF 0.
    else if (type === messageType.amf3Command) this.#handleCommand(decodeAmf(body.subarray(1)))
    else if (type === messageType.userControl && body.readUInt16BE() === ping) this.#sender.pong(body.subarray(2, 6))
  }

  #handleMedia(type: number, timestamp: number, body: Buffer) {
    if (!this.#publication) throw new Error('media before publishing')
    this.#silenceTimer?.refresh()
    if (body.length === 0) return
    if (type === messageType.video) this.#publication.video(body, timestamp)
    else this.#publication.audio(body, timestamp)
  }

  #handleCommand([name, transaction, commandObject, ...rest]: Amf[]) {
    switch (textOf(name)) {
      case 'connect':
        return this.#connect(transaction, commandObject)
      case 'createStream':
        return this.#sender.result(transaction, null, 1)
      case 'releaseStream':
      case 'FCPublish':
      case '_checkbw':
        return this.#sender.result(transaction, null, undefined)
      case 'publish':
        return void this.#publish(textOf(rest[0]))
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        return this.#publication ? this.#close('stopped', 'stopped') : undefined
      case 'play':
      case 'play2':
        return this.#reject(
          'NetStream.Play.Failed',
          'This server only receives broadcasts. To watch one, open the site in a browser.',
        )
      default:
        return undefined // irrelevant for encoders, or requires no response
    }
  }

  #connect(transaction: Amf, commandObject: Amf) {
    const isObject = commandObject !== null && typeof commandObject === 'object' && !Array.isArray(commandObject)
    this.#appName = isObject ? textOf(commandObject['app']).replaceAll('/', '') : ''
    this.#sender.parameters()
    const description = { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connected' }
    const server = { fmsVer: 'FMS/3,0,1,123', capabilities: 31 }
    this.#sender.result(transaction, server, { ...description, objectEncoding: 0 })
  }

  async #publish(name: string) {
    if (this.#publication || this.#isAdmitting) return this.#close('published twice')
    this.#isAdmitting = true
    const admission = await this.#admit(name.split('?', 1)[0]!)
    this.#isAdmitting = false
    if (this.#isOver) return admission.ok && admission.publication.end('lost')
    if (!admission.ok) return this.#reject('NetStream.Publish.BadName', shownText(admission.reason))
    this.#publication = admission.publication
    clearTimeout(this.#beginTimer)
    this.#silenceTimer = setTimeout(() => this.#close('silent'), this.#options.silenceMs)
    this.#sender.streamBegin()
    this.#sender.status('status', 'NetStream.Publish.Start', 'Publishing')
  }

  async #admit(key: string): Promise<Admission> {
    if (this.#appName !== app) return { ok: false, reason: `The server address must end in /${app}.` }
    try {
      return await this.#options.admit(key, (reason) => this.#reject('NetStream.Publish.Rejected', shownText(reason)))
    } catch {
      return { ok: false, reason: 'The server cannot accept the broadcast right now. Try again in a moment.' }
    }
  }

  #reject(code: string, reason: string) {
    if (!this.#isOver) this.#sender.status('error', code, reason)
    this.#close(reason)
  }

  #close(reason: string, how: 'stopped' | 'lost' = 'lost') {
    this.#finish(reason, how)
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), lingerMs).unref()
  }

  #finish(reason: string, how: 'stopped' | 'lost') {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#beginTimer)
    clearTimeout(this.#silenceTimer)
    this.#publication?.end(how)
    this.#publication = null
    this.#options.onEnd(reason)
  }
}

const textOf = (value: Amf): string => (typeof value === 'string' ? value : '')
