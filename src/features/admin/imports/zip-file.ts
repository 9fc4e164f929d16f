import { t } from '#messages/messages.ts'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Archive } from './source-files.ts'
import { SourceError } from './source-site.ts'

/** Each takes a few hundred bytes of memory. */
const maxEntries = 200_000
/** The file type of a symbolic link. */
const linkMode = 0o120000

/** Opens the zip file and checks its table of contents. Nothing is extracted to disk.
 *  @throws SourceError if it is not a zip file, is truncated, or has entries that only hostile files have */
export async function openZip(file: string): Promise<Archive> {
  const zip = await openPromise(file, { autoClose: false }).catch(unreadable)
  // An error after the last call must not end the process.
  zip.on('error', () => {})
  try {
    const entries = await entriesOf(zip)
    return {
      names: [...entries].flatMap(([name, entry]) => (isFile(entry) ? [name] : [])).sort(),
      close: () => zip.close(),
      async read(name, maxBytes) {
        const entry = entries.get(name.normalize('NFC'))
        if (entry && isLink(entry)) throw new SourceError(t('The zip file contains a link: {name}.', { name }))
        return entry ? bytesOf(zip, entry, maxBytes) : null
      },
      sizeOf: (name) => entries.get(name.normalize('NFC'))?.uncompressedSize ?? 0,
      modifiedAt: (name) => entries.get(name.normalize('NFC'))?.getLastModDate() ?? null,
    }
  } catch (reason) {
    zip.close()
    throw reason instanceof SourceError ? reason : unreadable(reason)
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries)
    throw new SourceError(t('The zip file has more than {maxEntries} files.', { maxEntries }))
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.normalize('NFC')
    if (entry.isEncrypted()) throw new SourceError(t('The zip file is encrypted.'))
    if (entries.has(name))
      throw new SourceError(t('The zip file contains two files with the same name: {name}.', { name }))
    entries.set(name, entry)
  }
  return entries
}

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === linkMode
/** Skips links and hidden folders, just as the folder reader does. */
const isFile = (entry: Entry) =>
  !entry.fileName.endsWith('/') && !isLink(entry) && !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(entry.fileName)

async function bytesOf(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  const { fileName: name } = entry
  if (entry.uncompressedSize > maxBytes)
    throw new SourceError(
      t('{name} is larger than {megabytes} MB.', { name, megabytes: Math.round(maxBytes / 1024 / 1024) }),
    )
  const chunks: Buffer[] = []
  try {
    // The stream fails if the size differs from the one in the table of contents.
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream) chunks.push(chunk)
  } catch (reason) {
    throw new SourceError(
      t('{name} cannot be read from the zip file: {reason}.', { name, reason: messageOf(reason) }),
      { cause: reason },
    )
  }
  const bytes = Buffer.concat(chunks)
  if (crc32(bytes) !== entry.crc32) throw new SourceError(t('{name} is damaged.', { name }))
  return bytes
}

function unreadable(reason: unknown): never {
  throw new SourceError(t('The zip file cannot be read: {reason}.', { reason: messageOf(reason) }), { cause: reason })
}

const messageOf = (reason: unknown): string =>
  (reason instanceof Error ? reason.message : String(reason)).replace(/\.$/, '')
