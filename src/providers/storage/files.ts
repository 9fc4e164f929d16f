import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Files in a folder, each with a unique name that is never reused. */
export interface Files {
  /** Writes the bytes durably (fsync before rename). @returns the file's name */
  write(bytes: Uint8Array): Promise<string>
  /** Returns the bytes; null if there is no such file. */
  read(name: string): Promise<Buffer<ArrayBuffer> | null>
  has(name: string): Promise<boolean>
  remove(names: string[]): Promise<void>
  /** Yields the names of files last modified before then, including unfinished files. */
  listOlderThan(timeMs: number): AsyncGenerator<string[]>
}

const unfinished = '.part'

export function filesIn(folder: string): Files {
  const subfolderOf = (name: string) => path.join(folder, name.slice(0, 2))
  const pathOf = (name: string) => path.join(subfolderOf(name), name)

  return {
    async write(bytes) {
      const name = randomUUID()
      const part = `${pathOf(name)}${unfinished}`
      await mkdir(subfolderOf(name), { recursive: true })
      try {
        await writeThrough(part, bytes)
        await rename(part, pathOf(name))
      } catch (reason) {
        await rm(part, { force: true }).catch(() => {})
        throw reason
      }
      await syncFolder(subfolderOf(name))
      return name
    },
    read: (name) => orNull(readFile(pathOf(name))),
    has: async (name) => (await orNull(stat(pathOf(name)))) !== null,
    async remove(names) {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })))
    },
    async *listOlderThan(timeMs) {
      for (const subfolder of (await orNull(readdir(folder))) ?? []) {
        const names = (await readdir(path.join(folder, subfolder))).filter((name) => name.startsWith(subfolder))
        const ages = await Promise.all(names.map((name) => orNull(stat(pathOf(name)))))
        yield names.filter((_, i) => (ages[i]?.mtimeMs ?? Infinity) < timeMs)
      }
    },
  }
}

/** Reports whether the name is that of an incomplete file. */
export const isUnfinished = (name: string): boolean => name.endsWith(unfinished)

async function writeThrough(target: string, bytes: Uint8Array): Promise<void> {
  const file = await open(target, 'wx', 0o640)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (reason) {
    if (reason instanceof Error && 'code' in reason && reason.code === 'ENOENT') return null
    throw reason
  }
}
