import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Bucket, BucketObject } from '#providers/bucket/bucket.ts'
import {
  type ImportFile,
  type ImportFiles,
  minAgeMs,
  pathIn,
  removeFolder,
  removeUnneededFolders,
} from './import-files.ts'

const prefix = 'imports/'
const offsetDigits = 15
const folderOf = (fileKey: string | null) => `${prefix}${fileKey}/`
/** Returns a part's key. Keys sort in the same order as the parts. */
const keyOf = ({ fileKey }: ImportFile, offset: number) =>
  folderOf(fileKey) + String(offset).padStart(offsetDigits, '0')

/** Stores file parts in the bucket, so that any machine can receive and read them. The machine that imports a file
 *  copies it to the folder first. */
export function importFilesInBucket(bucket: Bucket, folder: string) {
  async function copy(file: ImportFile, parts: BucketObject[]): Promise<string> {
    const target = pathIn(folder, file)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(contentOf(bucket, parts)), createWriteStream(target, { mode: 0o600 }))
    return target
  }

  const files: ImportFiles = {
    write: (file, offset, bytes) => bucket.put(keyOf(file, offset), bytes),
    async open(file) {
      const parts = await partsOf(bucket, file)
      return isComplete(file, parts) ? copy(file, parts) : null
    },
    close: (file) => removeFolder(folder, file),
    async remove(file) {
      await removeFolder(folder, file)
      if (file.fileKey === null) return
      for await (const parts of bucket.list(folderOf(file.fileKey))) await bucket.remove(parts.map(({ key }) => key))
    },
    async removeUnneeded(needed, nowMs) {
      await removeUnneededFolders(folder, needed, nowMs)
      const isUnneeded = ({ key, modifiedAt }: BucketObject) =>
        !needed.includes(key.split('/')[1]!) && nowMs - modifiedAt.getTime() > minAgeMs
      for await (const objects of bucket.list(prefix))
        await bucket.remove(objects.filter(isUnneeded).map(({ key }) => key))
    },
  }
  const countStoredBytes = async (file: ImportFile) =>
    (await partsOf(bucket, file)).reduce((sum, { bytes }) => sum + bytes, 0)
  return { ...files, countStoredBytes }
}

async function partsOf(bucket: Bucket, { fileKey }: ImportFile): Promise<BucketObject[]> {
  const parts: BucketObject[] = []
  for await (const page of bucket.list(folderOf(fileKey))) parts.push(...page)
  return parts
}

/** Reports whether each part begins where the previous one ends. */
function isComplete(file: ImportFile, parts: BucketObject[]): boolean {
  let end = 0
  for (const { key, bytes } of parts) {
    if (key !== keyOf(file, end)) return false
    end += bytes
  }
  return end === file.sizeBytes
}

async function* contentOf(bucket: Bucket, parts: BucketObject[]) {
  for (const { key } of parts) {
    const part = await bucket.get(key)
    if (!part) throw new Error(`The part ${key} has been removed.`)
    yield* part.body
  }
}
