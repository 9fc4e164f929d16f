import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'

/** Returns the files in an archive, by path and in their original order. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

/** Creates an archive that contains these files. */
export async function zip(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const made = new ZipFile()
  for (const [path, content] of Object.entries(files)) made.addBuffer(Buffer.from(content), path)
  made.end()
  return buffer(made.outputStream)
}
