import { t } from '#messages/messages.ts'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import type { Fields } from '../front-matter.ts'
import type { FileTree } from './generator.ts'

const maxFiles = 200_000
const maxConfigBytes = 512 * 1024
/** Folders for tools and build output. */
const ignored = new Set(['node_modules', '_site', 'vendor', 'bower_components', 'dist', 'target'])

/** Lists the files below a folder. Does not follow symbolic links. */
export async function fileTreeOf(root: string): Promise<FileTree> {
  const paths: string[] = []
  async function list(folder: string, prefix: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (paths.length >= maxFiles) return
      const isTool = entry.name.startsWith('.') || ignored.has(entry.name)
      if (entry.isDirectory() && !isTool) await list(path.join(folder, entry.name), `${prefix}${entry.name}/`)
      if (entry.isFile()) paths.push(prefix + entry.name)
    }
  }
  await list(root, '')
  return { root, paths, names: new Set(paths), notes: new Set() }
}

/** Reads a small text file in the tree. Returns null if the file is missing or too large. */
export async function textIn({ root, names }: FileTree, name: string): Promise<string | null> {
  if (!names.has(name)) return null
  const handle = await open(path.join(root, name))
  try {
    return (await handle.stat()).size > maxConfigBytes ? null : await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

/** Reads the first configuration file that exists. If it is invalid, returns no fields, so that the defaults apply, and
 *  adds a note. */
export async function configIn(tree: FileTree, names: string[]): Promise<Fields> {
  for (const name of names) {
    const text = await textIn(tree, name)
    if (text === null) continue
    try {
      return parsed(name, text)
    } catch (reason) {
      noteUnread(tree, name, reason)
      return {}
    }
  }
  return {}
}

/** Adds a note that the file could not be read. */
export function noteUnread({ notes }: FileTree, name: string, reason: unknown): void {
  const [why = ''] = reason instanceof Error ? reason.message.split('\n') : [String(reason)]
  notes.add(t('{name} could not be read: {why}', { name, why }))
}

function parsed(name: string, text: string): Fields {
  if (name.endsWith('.toml')) return recordOf(JSON.parse(JSON.stringify(parseToml(text))))
  return recordOf(
    name.endsWith('.json')
      ? JSON.parse(text)
      : parseYaml(text, { maxAliasCount: 50, logLevel: 'error', uniqueKeys: false }),
  )
}

/** Returns the value as an object, or an empty one. */
export const recordOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}

/** Returns the fields with their names in lower case, because Hugo ignores case. */
export const lowerCased = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))

/** Returns the first string with this name in a JavaScript object literal: `input: 'src'`. */
export const literalIn = (code: string, name: string): string | null =>
  new RegExp(`\\b${name}['"]?\\s*[:=]\\s*(['"\`])((?:(?!\\1)[^\\\\\\n$])*)\\1`).exec(code)?.[2] ?? null

/** Returns the paths below a folder in the tree, relative to that folder. */
export const below = ({ paths }: FileTree, folder: string): string[] => {
  const prefix = folder === '' ? '' : `${folder}/`
  return paths.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
}

/** Normalizes a folder path in a setting: `./content/` becomes `content`. */
export const folderOf = (setting: string): string => {
  const plain = path.posix.normalize(setting).replace(/^\/+|(?<!\/)\/+$/g, '')
  return plain === '.' || plain.startsWith('..') ? '' : plain
}
