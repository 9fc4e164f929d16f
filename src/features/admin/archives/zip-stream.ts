import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  path: string
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
  modified: Date
  /** Text is compressed; pictures already are. */
  isText: boolean
}

/** Streams the entries as a zip file with backpressure, one entry at a time. If an entry cannot be read, the
 *  stream errors; canceling it stops reading. */
export function zipStream(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const output = new PassThrough()
  fill(output, entries).catch((reason: unknown) => output.destroy(reason instanceof Error ? reason : undefined))
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = output[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void output.destroy(),
  })
}

async function fill(output: PassThrough, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const zip = new ZipFile()
  zip.outputStream.pipe(output)
  for await (const { path, chunks, modified, isText } of entries) {
    // The zip file references its entries until the end, so clear `source` to release their bytes.
    let source: Readable | null = Readable.from(chunks, { objectMode: false })
    const stop = () => void source?.destroy()
    output.once('close', stop)
    zip.addReadStreamLazy(path, { mtime: modified, compress: isText }, (begin) => begin(null, source!))
    await finished(source)
    output.off('close', stop)
    source = null
  }
  zip.end()
}
