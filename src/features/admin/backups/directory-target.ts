import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { explained } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'

const partFolder = '.partial'

/** Stores backups in a folder that only this user can read, because they contain keys and members' data. */
export function directoryTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => path.join(folder, ...name.split('/'))
  const parts = path.join(folder, partFolder)

  async function put(name: string, content: Readable): Promise<void> {
    const target = pathOf(name)
    const part = path.join(parts, randomUUID())
    try {
      await makeFolder(parts)
      await makeFolder(path.dirname(target))
      await pipeline(content, createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }))
      await rename(part, target)
      await syncFolder(path.dirname(target))
    } catch (reason) {
      content.destroy()
      await rm(part, { force: true }).catch(() => {})
      throw explained(reason, folder)
    }
  }

  const named = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((reason: unknown) => {
      throw explained(reason, folder)
    })

  return {
    name: folder,
    put,
    async get(name) {
      const file = await named(orNull(open(pathOf(name))))
      return file && file.createReadStream()
    },
    async *list(prefix) {
      try {
        yield* filesBelow(folder, prefix)
      } catch (reason) {
        throw explained(reason, folder)
      }
    },
    delete: (name) => named(rm(pathOf(name), { force: true })),
    removeLeftovers: () => named(rm(parts, { recursive: true, force: true })),
  }
}

const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 })

/** Yields the paths of regular files below the folder that start with the prefix. */
export async function* filesBelow(folder: string, prefix = ''): AsyncGenerator<string> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  for (const entry of (await orNull(readdir(path.join(folder, start), { withFileTypes: true }))) ?? []) {
    const name = start + entry.name
    if (entry.name === partFolder || !name.startsWith(prefix)) continue
    if (entry.isDirectory()) yield* filesBelow(folder, `${name}/`)
    else if (entry.isFile()) yield name
  }
}

export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}

export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (reason) {
    if (reason instanceof Error && 'code' in reason && (reason.code === 'ENOENT' || reason.code === 'ENOTDIR'))
      return null
    throw reason
  }
}
