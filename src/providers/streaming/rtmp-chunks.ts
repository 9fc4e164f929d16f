/** An RTMP message. `timestamp`: milliseconds modulo 2³². */
export interface RtmpMessage {
  type: number
  streamId: number
  timestamp: number
  body: Buffer
}

/** Message types. Source: Adobe's RTMP specification 1.0, 5.4, 6.2 and 7.1. */
export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  amf3Command: 17,
  amf0Command: 20,
} as const

interface ChunkStream {
  length: number
  type: number
  streamId: number
  timestamp: number
  delta: number
  isExtended: boolean
  /** The part of the message that has been received; null between messages. */
  body: Buffer | null
  filled: number
}

export interface ChunkReaderOptions {
  /** The maximum size of a message. All incomplete messages together may be twice as large. */
  maxBytes: () => number
  onMessage: (message: RtmpMessage) => void
}

const maxStreams = 32
const maxChunkSize = 1 << 20
const headerBytes = [11, 7, 3, 0] as const
const extendedTimestampMarker = 0xffffff
const empty = Buffer.alloc(0)

/** Assembles messages from a connection's bytes. Keeps only incomplete messages in memory. `read` throws an Error if
 *  the bytes violate the protocol or a limit. */
export function createChunkReader({ maxBytes, onMessage }: ChunkReaderOptions): { read: (data: Buffer) => void } {
  const streams = new Map<number, ChunkStream>()
  let chunkSize = 128
  let partialHeader = empty
  let current: ChunkStream | null = null
  let remainingBytes = 0
  let pendingBytes = 0

  function read(data: Buffer) {
    const bytes = partialHeader.length > 0 ? Buffer.concat([partialHeader, data]) : data
    partialHeader = empty
    let at = 0
    while (at < bytes.length) {
      if (!current) {
        const end = readHeader(bytes, at)
        if (end === null) {
          partialHeader = Buffer.from(bytes.subarray(at))
          return
        }
        at = end
      }
      at += readPayload(bytes, at)
    }
  }

  /** @returns the offset of the payload; null if the header is incomplete */
  function readHeader(bytes: Buffer, start: number): number | null {
    const format = bytes[start]! >> 6
    const { id, at } = chunkStreamId(bytes, start)
    const stream = streams.get(id) ?? newStream(format)
    const extendedAt = at + headerBytes[format]!
    if (extendedAt > bytes.length) return null
    const short = format < 3 ? bytes.readUIntBE(at, 3) : 0
    const isExtended = format < 3 ? short === extendedTimestampMarker : stream.isExtended
    const end = extendedAt + (isExtended ? 4 : 0)
    if (end > bytes.length) return null
    streams.set(id, stream)
    if (stream.body && format < 3) throw new Error('RTMP: a message starts before the previous one ends')
    if (!stream.body) {
      if (format < 2) {
        stream.length = bytes.readUIntBE(at + 3, 3)
        stream.type = bytes[at + 6]!
      }
      if (format === 0) stream.streamId = bytes.readUInt32LE(at + 7)
      stream.isExtended = isExtended
      if (format < 3) stream.delta = isExtended ? bytes.readUInt32BE(extendedAt) : short
      begin(stream, format)
    }
    current = stream
    remainingBytes = Math.min(stream.length - stream.filled, chunkSize)
    return end
  }

  function newStream(format: number): ChunkStream {
    if (format === 3 || streams.size >= maxStreams) throw new Error('RTMP: invalid chunk stream')
    return { length: 0, type: 0, streamId: 0, timestamp: 0, delta: 0, isExtended: false, body: null, filled: 0 }
  }

  function begin(stream: ChunkStream, format: number) {
    if (format === 0) {
      stream.timestamp = stream.delta
      stream.delta = 0
    } else stream.timestamp = (stream.timestamp + stream.delta) >>> 0
    pendingBytes += stream.length
    if (stream.length > maxBytes() || pendingBytes > 2 * maxBytes()) {
      throw new Error(`RTMP: a message of ${stream.length} bytes is too large`)
    }
    stream.body = Buffer.allocUnsafeSlow(stream.length)
    stream.filled = 0
  }

  /** @returns how many bytes belonged to the chunk */
  function readPayload(bytes: Buffer, at: number): number {
    const stream = current!
    const copied = bytes.copy(stream.body!, stream.filled, at, Math.min(at + remainingBytes, bytes.length))
    stream.filled += copied
    remainingBytes -= copied
    if (remainingBytes > 0) return copied
    current = null
    if (stream.filled === stream.length) finish(stream)
    return copied
  }

  function finish(stream: ChunkStream) {
    const { type, streamId, timestamp } = stream
    const body = stream.body!
    drop(stream)
    if (type === messageType.setChunkSize) return setChunkSize(body.readUInt32BE())
    if (type === messageType.abort) return drop(streams.get(body.readUInt32BE()))
    onMessage({ type, streamId, timestamp, body })
  }

  function drop(stream: ChunkStream | undefined) {
    if (stream?.body) pendingBytes -= stream.length
    if (stream) Object.assign(stream, { body: null, filled: 0 })
  }

  function setChunkSize(size: number) {
    if (size < 1 || size > maxChunkSize) throw new Error(`RTMP: invalid chunk size ${size}`)
    chunkSize = size
  }

  return { read }
}

/** Missing bytes count as 0, because the header is then found to be incomplete anyway. */
function chunkStreamId(bytes: Buffer, start: number): { id: number; at: number } {
  const short = bytes[start]! & 63
  const [second = 0, third = 0] = bytes.subarray(start + 1, start + 3)
  if (short === 0) return { id: 64 + second, at: start + 2 }
  if (short === 1) return { id: 64 + second + third * 256, at: start + 3 }
  return { id: short, at: start + 1 }
}

/** Splits a message into chunks for a chunk stream whose id is below 64. The first one has a full header. */
export function chunksOf({ type, streamId, timestamp, body }: RtmpMessage, chunkStream: number, size: number): Buffer {
  const isExtended = timestamp >= extendedTimestampMarker
  const head = Buffer.alloc(12 + (isExtended ? 4 : 0))
  head[0] = chunkStream
  head.writeUIntBE(isExtended ? extendedTimestampMarker : timestamp, 1, 3)
  head.writeUIntBE(body.length, 4, 3)
  head[7] = type
  head.writeUInt32LE(streamId, 8)
  if (isExtended) head.writeUInt32BE(timestamp, 12)
  const continuation = Buffer.concat([Buffer.from([0xc0 | chunkStream]), head.subarray(12)])
  const parts = [head, body.subarray(0, size)]
  for (let at = size; at < body.length; at += size) parts.push(continuation, body.subarray(at, at + size))
  return Buffer.concat(parts)
}
