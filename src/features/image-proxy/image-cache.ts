import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

export interface CachedImage {
  bytes: Buffer
  /** Milliseconds since the epoch. */
  storedAt: number
}

/** Pictures in a folder that processes may share; the oldest go when `maxBytes` is passed. */
export interface ImageCache {
  find: (key: string) => Promise<CachedImage | null>
  put: (key: string, bytes: Buffer) => Promise<void>
}

const emptiedTo = 0.8
const extension = '.webp'

export function createImageCache(folder: string, maxBytes: number): ImageCache {
  const fileOf = (key: string) => path.join(folder, createHash('sha256').update(key).digest('hex') + extension)
  // What the folder held before is not known, so the first writing counts it.
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
        const [bytes, { mtimeMs }] = await Promise.all([fs.readFile(file), fs.stat(file)])
        return { bytes, storedAt: mtimeMs }
      } catch {
        return null
      }
    },
    async put(key, bytes) {
      await fs.mkdir(folder, { recursive: true })
      const unfinished = path.join(folder, `${randomUUID()}.part`)
      await fs.writeFile(unfinished, bytes)
      await fs.rename(unfinished, fileOf(key))
      writtenSinceCount += bytes.length
      if (writtenSinceCount < maxBytes * (1 - emptiedTo) || counting) return
      writtenSinceCount = 0
      counting = makeRoom().finally(() => (counting = null))
      await counting
    },
  }
}

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
