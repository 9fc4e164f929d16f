import { open, readFile, stat } from 'node:fs/promises'
import { readDevsteadArchive } from './devstead-archive.ts'
import { readJsonExport } from './json-exports.ts'
import { readMarkdownFolder } from './markdown-folder.ts'
import { type SourceSite, SourceError } from './source-site.ts'
import { readWordPress } from './wordpress.ts'

const maxBytes = 256 * 1024 * 1024

/** Reads a source of any format, recognized by its contents. @throws SourceError if it cannot be imported */
export async function readSource(source: string): Promise<SourceSite> {
  const found = await stat(source).catch(() => null)
  if (!found) throw new SourceError(`${source} does not exist.`)
  // Only the needed parts of a zip file are read.
  if (found.isFile() && (await isZip(source))) return readDevsteadArchive(source)
  if (found.size > maxBytes) throw new SourceError(`${source} is larger than ${maxBytes / 1024 / 1024} MB.`)
  const site = found.isDirectory() ? await readMarkdownFolder(source) : readExport(await readFile(source), source)
  if (site.posts.length + site.refused.length === 0) throw new SourceError(`${source} contains no posts.`)
  return site
}

/** The first bytes of zip files: with entries, and empty. */
const zipSignatures = new Set(['504b0304', '504b0506'])

async function isZip(source: string): Promise<boolean> {
  const file = await open(source)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return zipSignatures.has(buffer.toString('hex'))
  } finally {
    await file.close()
  }
}

function readExport(bytes: Uint8Array, source: string): SourceSite {
  const text = decoded(bytes, source).trimStart()
  if (text.startsWith('<')) return readWordPress(text)
  if (/^[{[]/.test(text)) return readJsonExport(text)
  throw new SourceError(`${source} is neither a folder of Markdown files nor a supported export.`)
}

function decoded(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (reason) {
    throw new SourceError(`${source} is not encoded in UTF-8.`, { cause: reason })
  }
}
