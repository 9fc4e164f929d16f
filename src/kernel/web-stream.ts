import { ReadableStream as NodeStream } from 'node:stream/web'

/** Streams the chunks as a response body; text is encoded as UTF-8. Unlike `Readable.toWeb`, which throws an uncaught
 *  error if the reader stops early, reads only what is asked for. */
export const webStreamOf = (chunks: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node.js declares its own types for the same streams
  NodeStream.from(bytesOf(chunks)) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>

async function* bytesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}
