import type { Socket } from 'node:net'
import { type Amf, encodeAmf } from './amf0.ts'
import { chunksOf, messageType } from './rtmp-chunks.ts'

/** The number of bytes after which the encoder, or the server, must acknowledge what it has received. */
export const windowBytes = 5_000_000
const chunkSize = 4096
/** Limit for an encoder that does not read responses, which total only a few hundred bytes. */
const maxWaitingBytes = 256 * 1024
const pong = 7

const controlStream = 2
const commandStream = 3
const statusStream = 5

/** Sends RTMP messages to an encoder. */
export class RtmpSender {
  readonly #socket: Socket
  readonly #onOverflow: () => void
  #chunkSize = 128

  /** @param onOverflow called if the encoder does not read */
  constructor(socket: Socket, onOverflow: () => void) {
    this.#socket = socket
    this.#onOverflow = onOverflow
  }

  #send(chunkStream: number, type: number, streamId: number, body: Buffer) {
    if (this.#socket.destroyed || this.#socket.writableEnded) return
    this.#socket.write(chunksOf({ type, streamId, timestamp: 0, body }, chunkStream, this.#chunkSize))
    if (type === messageType.setChunkSize) this.#chunkSize = chunkSize
    if (this.#socket.writableLength > maxWaitingBytes) this.#onOverflow()
  }

  acknowledge(receivedBytes: number) {
    this.#send(controlStream, messageType.acknowledgement, 0, uint32(receivedBytes))
  }

  pong(time: Buffer) {
    this.#send(controlStream, messageType.userControl, 0, Buffer.concat([Buffer.from([0, pong]), time]))
  }

  streamBegin() {
    this.#send(controlStream, messageType.userControl, 0, Buffer.from([0, 0, 0, 0, 0, 1]))
  }

  /** Announces the window, the bandwidth, and the chunk size. */
  parameters() {
    this.#send(controlStream, messageType.windowSize, 0, uint32(windowBytes))
    const bandwidth = Buffer.concat([uint32(windowBytes), Buffer.from([2])])
    this.#send(controlStream, messageType.peerBandwidth, 0, bandwidth)
    this.#send(controlStream, messageType.setChunkSize, 0, uint32(chunkSize))
  }

  result(transaction: Amf, ...values: Amf[]) {
    this.#send(commandStream, messageType.amf0Command, 0, encodeAmf('_result', transaction, ...values))
  }

  status(level: 'status' | 'error', code: string, description: string) {
    const body = encodeAmf('onStatus', 0, null, { level, code, description })
    this.#send(statusStream, messageType.amf0Command, 1, body)
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
