import { t } from '#messages/messages.ts'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { addGhostFiles } from './ghost-folder.ts'
import { readJsonExport } from './json-exports.ts'
import { readMarkdownFolder } from './markdown-folder.ts'
import { type SourceSite, SourceError } from './source-site.ts'
import { readWordPress } from './wordpress.ts'

const maxBytes = 256 * 1024 * 1024

/** Reads a folder that contains a WordPress export, which may be split, or a Ghost export, or else Markdown files. */
export async function readFolder(folder: string): Promise<SourceSite> {
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
  for (const name of names.filter((one) => /ghost[\w.-]{0,80}\.json$/i.test(one)).toSorted()) {
    const file = path.join(folder, name)
    const site = await readExport(await readFile(file), file)
    if (site.kind === 'Ghost') return site
  }
  return readMarkdownFolder(folder)
}

/** Returns a file's text, or an empty string if it is too large or not encoded in UTF-8. */
async function textOf(file: string): Promise<string> {
  if ((await stat(file)).size > maxBytes) return ''
  return new TextDecoder().decode(await readFile(file))
}

/** Reads an export from WordPress, Ghost, dev.to, or Hashnode. @throws SourceError for any other file */
export async function readExport(bytes: Uint8Array, source: string): Promise<SourceSite> {
  const text = decoded(bytes, source).trimStart()
  if (text.startsWith('<')) return readWordPress(text)
  if (!/^[{[]/.test(text))
    throw new SourceError(t('{source} is neither a folder of Markdown files nor a supported export.', { source }))
  const site = readJsonExport(text)
  if (site.kind === 'Ghost') await addGhostFiles(site, path.dirname(source), text)
  return site
}

/** Decodes UTF-8. @throws SourceError for other encodings */
export function decoded(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (reason) {
    throw new SourceError(t('{source} is not encoded in UTF-8.', { source }), { cause: reason })
  }
}
