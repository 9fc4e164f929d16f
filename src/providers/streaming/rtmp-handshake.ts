import { randomBytes } from 'node:crypto'

const version = 3
const handshakeBytes = 1536

/** The server's side of the RTMP handshake. Source: Adobe's RTMP specification 1.0, 5.2. */
export class RtmpHandshake {
  readonly #write: (bytes: Buffer) => void
  #state: 'hello' | 'echo' | 'done' = 'hello'
  #pending = Buffer.alloc(0)

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write
  }

  /** Reads bytes from the connection. @returns the bytes after the handshake; null while the handshake is incomplete
   *  @throws Error if the protocol is not RTMP */
  read(data: Buffer): Buffer | null {
    if (this.#state === 'done') return data
    let bytes = Buffer.concat([this.#pending, data])
    if (bytes[0] !== version && this.#state === 'hello') throw new Error('not RTMP')
    if (this.#state === 'hello' && bytes.length > handshakeBytes) {
      this.#write(Buffer.concat([Buffer.from([version]), randomHello(), bytes.subarray(1, 1 + handshakeBytes)]))
      bytes = bytes.subarray(1 + handshakeBytes)
      this.#state = 'echo'
    }
    const isComplete = this.#state === 'echo' && bytes.length >= handshakeBytes
    this.#pending = isComplete ? Buffer.alloc(0) : bytes
    if (!isComplete) return null
    this.#state = 'done'
    return bytes.subarray(handshakeBytes)
  }
}

function randomHello(): Buffer {
  const random = randomBytes(handshakeBytes)
  random.fill(0, 0, 8)
  return random
}
