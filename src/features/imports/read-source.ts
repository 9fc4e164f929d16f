import { readFile, stat } from 'node:fs/promises'
import { readJsonExport } from './json-exports.ts'
import { readMarkdownFolder } from './markdown-folder.ts'
import { type OldSite, SourceError } from './old-site.ts'
import { readWordPress } from './wordpress.ts'

const maxBytes = 256 * 1024 * 1024

/** Reads whatever is at the path, recognised by what it holds. @throws SourceError for what cannot be brought along */
export async function readSource(source: string): Promise<OldSite> {
  const found = await stat(source).catch(() => null)
  if (!found) throw new SourceError(`There is nothing at ${source}.`)
  if (found.size > maxBytes) throw new SourceError(`${source} is larger than ${maxBytes / 1024 / 1024} MB.`)
  const site = found.isDirectory() ? await readMarkdownFolder(source) : readExport(await readFile(source), source)
  if (site.posts.length + site.refused.length === 0) throw new SourceError(`There are no posts in ${source}.`)
  return site
}

function readExport(bytes: Uint8Array, source: string): OldSite {
  const text = decoded(bytes, source).trimStart()
  if (text.startsWith('<')) return readWordPress(text)
  if (/^[{[]/.test(text)) return readJsonExport(text)
  throw new SourceError(`${source} is neither a folder of markdown nor an export that is known here.`)
}

function decoded(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (reason) {
    throw new SourceError(`${source} is not written in UTF-8.`, { cause: reason })
  }
}
