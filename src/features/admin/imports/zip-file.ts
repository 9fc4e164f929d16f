import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { SourceError } from './source-site.ts'

/** An open zip file. Nothing is extracted to disk. */
export interface Zip {
  /** Returns the bytes of a file, or null if there is none with that name. @throws SourceError if it is too large or
   *  damaged */
  read: (name: string, maxBytes: number) => Promise<Buffer | null>
  close: () => void
}

/** Each takes a few hundred bytes of memory. */
const maxEntries = 200_000
/** The file type of a symbolic link. */
const linkMode = 0o120000

/** Opens the zip file and checks its table of contents.
 *  @throws SourceError if it is not a zip file, is truncated, or has entries that only a hostile one has */
export async function openZip(file: string): Promise<Zip> {
  const zip = await openPromise(file, { autoClose: false }).catch(unreadable)
  // An error after the last call must not end the process.
  zip.on('error', () => {})
  try {
    const entries = await entriesOf(zip)
    return {
      close: () => zip.close(),
      async read(name, maxBytes) {
        const entry = entries.get(name)
        return entry ? bytesOf(zip, entry, maxBytes) : null
      },
    }
  } catch (reason) {
    zip.close()
    throw reason instanceof SourceError ? reason : unreadable(reason)
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw new SourceError(`The zip file has more than ${maxEntries} files.`)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry
    if (entry.isEncrypted()) throw new SourceError('The zip file is encrypted.')
    if (((entry.externalFileAttributes >>> 16) & 0o170000) === linkMode)
      throw new SourceError(`The zip file contains a link: ${name}.`)
    if (entries.has(name)) throw new SourceError(`The zip file contains two files with the same name: ${name}.`)
    entries.set(name, entry)
  }
  return entries
}

async function bytesOf(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  const { fileName: name } = entry
  if (entry.uncompressedSize > maxBytes)
    throw new SourceError(`${name} is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`)
  const chunks: Buffer[] = []
  try {
    // The stream fails if the size differs from the one in the table of contents.
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream) chunks.push(chunk)
  } catch (reason) {
    throw new SourceError(`${name} cannot be read from the zip file: ${messageOf(reason)}.`, { cause: reason })
  }
  const bytes = Buffer.concat(chunks)
  if (crc32(bytes) !== entry.crc32) throw new SourceError(`${name} is damaged.`)
  return bytes
}

function unreadable(reason: unknown): never {
  throw new SourceError(`The zip file cannot be read: ${messageOf(reason)}.`, { cause: reason })
}

const messageOf = (reason: unknown): string =>
  (reason instanceof Error ? reason.message : String(reason)).replace(/\.$/, '')
