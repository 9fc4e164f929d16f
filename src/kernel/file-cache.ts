import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

export interface CachedFile {
  bytes: Buffer
  /** Milliseconds since the epoch. */
  storedAt: number
}

/** A file cache in a folder, which processes can share. Deletes the oldest files when it exceeds `maxBytes`. */
export interface FileCache {
  /** Returns a stored file if it is complete, otherwise null. */
  find: (key: string) => Promise<CachedFile | null>
  put: (key: string, bytes: Buffer) => Promise<void>
}

const emptiedTo = 0.8
const digestBytes = 16

export function createFileCache(folder: string, maxBytes: number): FileCache {
  const fileOf = (key: string) => path.join(folder, createHash('sha256').update(key).digest('hex'))
  // The folder's initial size is unknown, so the first write measures it.
  let writtenSinceCount = Infinity
  let counting: Promise<void> | null = null

  async function makeRoom() {
    const files = await filesIn(folder)
    let total = files.reduce((sum, { size }) => sum + size, 0)
    if (total <= maxBytes) return
    for (const { file, size } of files.sort((a, b) => a.storedAt - b.storedAt)) {
      if (total <= maxBytes * emptiedTo) return
      await fs.rm(file, { force: true })
      total -= size
    }
  }

  return {
    async find(key) {
      const file = fileOf(key)
      try {
        const [stored, { mtimeMs }] = await Promise.all([fs.readFile(file), fs.stat(file)])
        const bytes = stored.subarray(digestBytes)
        return digestOf(bytes).equals(stored.subarray(0, digestBytes)) ? { bytes, storedAt: mtimeMs } : null
      } catch {
        return null
      }
    },
    async put(key, bytes) {
      await fs.mkdir(folder, { recursive: true })
      const unfinished = path.join(folder, `${randomUUID()}.part`)
      try {
        await fs.writeFile(unfinished, [digestOf(bytes), bytes])
        await fs.rename(unfinished, fileOf(key))
      } catch (reason) {
        await fs.rm(unfinished, { force: true })
        throw reason
      }
      writtenSinceCount += bytes.length
      if (writtenSinceCount < maxBytes * (1 - emptiedTo) || counting) return
      writtenSinceCount = 0
      counting = makeRoom().finally(() => (counting = null))
      await counting
    },
  }
}

/** Stored before the bytes, to detect a file that a crash left incomplete. */
const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest().subarray(0, digestBytes)

async function filesIn(folder: string) {
  const names = await fs.readdir(folder)
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const stat = await fs.stat(file).catch(() => null)
      return stat && { file, size: stat.size, storedAt: stat.mtimeMs }
    }),
  )
  return files.filter((file) => file !== null)
}
