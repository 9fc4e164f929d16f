import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Files in a folder or bucket, each with a unique name that is never reused. */
export interface Files {
  /** Where the files are, for messages. */
  readonly place: string
  /** Writes the bytes durably under a new name, or under the given one. @returns the name */
  write(bytes: Uint8Array, contentType: string, name?: string): Promise<string>
  /** Returns the bytes; null if there is no such file. */
  read(name: string): Promise<Buffer<ArrayBuffer> | null>
  remove(names: string[]): Promise<void>
  /** Yields all files in batches, in the order of their names, including unfinished files. */
  list(): AsyncGenerator<FileEntry[]>
}
export interface FileEntry {
  name: string
  bytes: number
  modifiedMs: number
}

const namePattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.part)?$/
/** Reports whether the name is one that `write` gives. */
export const isFileName = (name: string): boolean => namePattern.test(name)

const unfinished = '.part'

export function filesIn(folder: string): Files {
  const subfolderOf = (name: string) => path.join(folder, name.slice(0, 2))
  const pathOf = (name: string) => path.join(subfolderOf(name), name)

  return {
    place: folder,
    // Synced before it is renamed.
    async write(bytes, _contentType, name = randomUUID()) {
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
    async remove(names) {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })))
    },
    async *list() {
      for (const subfolder of ((await orNull(readdir(folder))) ?? []).toSorted()) {
        const names = (await readdir(path.join(folder, subfolder))).filter((name) => name.startsWith(subfolder))
        const entries = names
          .filter(isFileName)
          .toSorted()
          .map((name) => entryOf(name, pathOf(name)))
        yield (await Promise.all(entries)).filter((entry) => entry !== null)
      }
    },
  }
}

async function entryOf(name: string, file: string): Promise<FileEntry | null> {
  const found = await orNull(stat(file))
  return found && { name, bytes: found.size, modifiedMs: found.mtimeMs }
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
