import { t } from '#messages/messages.ts'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { temporaryFolder } from '#kernel/temporary-folders.ts'
import { reasonOf, type Archive } from './source-files.ts'
import { SourceError } from './source-site.ts'

const maxEntries = 200_000
/** Larger files, such as videos, cannot be imported. */
const maxFileBytes = 256 * 1024 * 1024
const maxTotalBytes = 16 * 1024 ** 3
/** Pictures hardly compress, and text compresses to about a tenth of its size. */
const maxRatio = 100
const minTotalBytes = 64 * 1024 * 1024

/** A file in the archive. `at`: its position in the copy, or null if it was too large to copy. */
interface Entry {
  at: number | null
  size: number
  modifiedAt: Date | null
}

/** Opens a tar file, gzipped or not. Copies its contents to an unnamed temporary file, because a compressed file can
 *  only be read from its beginning.
 *  @throws SourceError if it is damaged or expands beyond the limit */
export async function openTar(file: string, isCompressed: boolean, temporary?: string): Promise<Archive> {
  const copy = await unnamedFile(temporary)
  try {
    const entries = await copyEntries(file, isCompressed, copy)
    return {
      names: [...entries.keys()].filter((name) => !/(?:^|\/)(?:\.[^/]+|node_modules)\//.test(name)).sort(),
      close: () => void copy.close(),
      async read(name, maxBytes) {
        const entry = entries.get(name.normalize('NFC'))
        return entry ? bytesOf(copy, name, entry, maxBytes) : null
      },
      sizeOf: (name) => entries.get(name.normalize('NFC'))?.size ?? 0,
      modifiedAt: (name) => entries.get(name.normalize('NFC'))?.modifiedAt ?? null,
    }
  } catch (reason) {
    await copy.close()
    if (reason instanceof SourceError) throw reason
    throw new SourceError(
      t('The tar file cannot be read: {reason}.', { reason: reasonOf(reason).replace(/\.$/, '') }),
      { cause: reason },
    )
  }
}

async function unnamedFile(temporary: string | undefined): Promise<FileHandle> {
  const folder = await temporaryFolder(temporary)
  const handle = await open(path.join(folder, 'contents'), 'wx+', 0o600)
  await rm(folder, { recursive: true, force: true })
  return handle
}

async function copyEntries(file: string, isCompressed: boolean, copy: FileHandle): Promise<Map<string, Entry>> {
  await using source = await open(file)
  const { size } = await source.stat()
  const bytes = streamOf(source)
  const unpacked = isCompressed ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes
  const maxBytes = isCompressed ? Math.min(maxTotalBytes, Math.max(minTotalBytes, size * maxRatio)) : Infinity
  const entries = new Map<string, Entry>()
  let end = 0
  for await (const entry of unpacked.pipeThrough(upTo(maxBytes)).pipeThrough(createTarDecoder({ strict: true }))) {
    const name = pathOf(entry)
    if (name === null || entry.header.size > maxFileBytes) await entry.body.cancel()
    if (name === null) continue
    if (entries.has(name))
      throw new SourceError(t('The tar file contains two files with the same name: {name}.', { name }))
    if (entries.size >= maxEntries)
      throw new SourceError(t('The tar file has more than {maxEntries} files.', { maxEntries }))
    const at = entry.header.size > maxFileBytes ? null : end
    if (at !== null)
      for await (const chunk of entry.body) end += (await copy.write(chunk, 0, chunk.length, end)).bytesWritten
    entries.set(name, { at, size: entry.header.size, modifiedAt: entry.header.mtime ?? null })
  }
  return entries
}

const streamOf = (file: FileHandle) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(64 * 1024))
      if (bytesRead === 0) controller.close()
      else controller.enqueue(buffer.subarray(0, bytesRead))
    },
  })

const upTo = (maxBytes: number) => {
  let total = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      total += chunk.length
      if (total > maxBytes)
        throw new SourceError(
          t('The archive expands to more than {megabytes} MB.', { megabytes: Math.round(maxBytes / 1024 / 1024) }),
        )
      controller.enqueue(chunk)
    },
  })
}

/** Returns the normalized path of a regular file, or null for links, folders, and devices. */
function pathOf({ header }: ParsedTarEntry): string | null {
  if (header.type !== undefined && header.type !== 'file') return null
  const name = path.posix.normalize(header.name).normalize('NFC')
  if (name.startsWith('/') || name.startsWith('..') || /^[a-z]:|\\|\0/i.test(name))
    throw new SourceError(t('The tar file contains an invalid path: {name}.', { name: header.name }))
  return name
}

async function bytesOf(copy: FileHandle, name: string, { at, size }: Entry, maxBytes: number): Promise<Buffer> {
  if (at === null || size > maxBytes)
    throw new SourceError(
      t('{name} is larger than {megabytes} MB.', { name, megabytes: Math.round(maxBytes / 1024 / 1024) }),
    )
  const { buffer } = await copy.read(Buffer.alloc(size), 0, size, at)
  return buffer
}
