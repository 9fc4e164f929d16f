import { open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { readDevsteadArchive } from './devstead-archive.ts'
import { addGhostFiles } from './ghost-folder.ts'
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
  const site = found.isDirectory() ? await readFolder(source) : await readExport(source)
  if (site.posts.length + site.refused.length + (site.skipped?.length ?? 0) === 0)
    throw new SourceError(`${source} contains no posts.`)
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

/** Reads a folder with an export of WordPress, which may be split, or of Ghost; otherwise with Markdown files. */
async function readFolder(folder: string): Promise<SourceSite> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const texts = await Promise.all(
    names
      .toSorted()
      .filter((name) => /\.xml$/i.test(name))
      .map(async (name) => [name, await textOf(path.join(folder, name))] as const),
  )
  const exports = texts.filter(([, text]) => text.slice(0, 20_000).includes('<wp:wxr_version>'))
  if (exports.length > 0) return readWordPress(...exports.map(([, text]) => text))
  for (const name of names.filter((one) => /ghost[\w.-]*\.json$/i.test(one)).toSorted()) {
    const file = path.join(folder, name)
    const site = await readExport(file)
    if (site.kind === 'Ghost') return site
  }
  return readMarkdownFolder(folder)
}

/** Returns the text of a file, or an empty one if it is too large or not encoded in UTF-8. */
async function textOf(file: string): Promise<string> {
  if ((await stat(file)).size > maxBytes) return ''
  return new TextDecoder().decode(await readFile(file))
}

async function readExport(source: string): Promise<SourceSite> {
  const text = decoded(await readFile(source), source).trimStart()
  if (text.startsWith('<')) return readWordPress(text)
  if (!/^[{[]/.test(text))
    throw new SourceError(`${source} is neither a folder of Markdown files nor a supported export.`)
  const site = readJsonExport(text)
  if (site.kind === 'Ghost') await addGhostFiles(site, path.dirname(source), text)
  return site
}

function decoded(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (reason) {
    throw new SourceError(`${source} is not encoded in UTF-8.`, { cause: reason })
  }
}
