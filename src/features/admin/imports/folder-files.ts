import { t } from '#messages/messages.ts'
import { open, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#kernel/errors.ts'
import type { SourceFiles } from './source-files.ts'

/** Lists the files in a folder, without following symbolic links. */
export async function folderFiles(folder: string): Promise<SourceFiles> {
  const root = await realpath(folder)
  return {
    names: await namesIn(root, ''),
    async read(name, maxBytes) {
      const file = await within(root, name)
      return file === null ? null : readUpTo(file, maxBytes)
    },
  }
}

async function namesIn(root: string, prefix: string): Promise<string[]> {
  const names: string[] = []
  const entries = await readdir(path.join(root, prefix), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isFile()) names.push(prefix + entry.name)
    if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      names.push(...(await namesIn(root, `${prefix}${entry.name}/`)))
  }
  return names
}

/** Returns the real path of a file, or null if it does not exist or a link points outside the folder. */
async function within(root: string, name: string): Promise<string | null> {
  const file = await realpath(path.join(root, name)).catch(() => null)
  return file?.startsWith(root.endsWith(path.sep) ? root : root + path.sep) ? file : null
}

async function readUpTo(file: string, maxBytes: number): Promise<Buffer | null> {
  await using handle = await open(file)
  const stat = await handle.stat()
  if (!stat.isFile()) return null
  if (stat.size > maxBytes)
    throw new AppError(
      'too_large',
      t('It is larger than {megabytes} MB', { megabytes: Math.round(maxBytes / 1024 / 1024) }),
    )
  return handle.readFile()
}
