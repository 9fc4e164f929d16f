import { open } from 'node:fs/promises'
import path from 'node:path'
import { t } from '#messages/messages.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { type ImportFile, pathIn } from '#features/admin/import-runs/import-files.ts'
import { importFilesInBucket } from '#features/admin/import-runs/import-files-in-bucket.ts'
import { partBytes } from '#features/admin/import-runs/import-runs.contract.ts'
import { listOpenFiles } from '#features/admin/import-runs/import-runs.store.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import { filesInBucket } from '#providers/storage/bucket-files.ts'
import { filesIn } from '#providers/storage/files.ts'
import { listFilesAfter, type StoredFile } from '#providers/storage/objects.store.ts'
import { recordingsInBucket } from '#providers/streaming/recordings-in-bucket.ts'
import { listFinishedRecordings } from '#providers/streaming/recordings.store.ts'
import { openSiteBucket } from './bucket.ts'
import type { Config } from './config.ts'
import { importFolders } from './import-folders.ts'
import { pictureFolder } from './storage.ts'

/** The numbers of files that were copied and that were already in the bucket, and the names of files missing on this
 *  machine. */
export interface MoveCounts {
  copied: number
  present: number
  missing: string[]
}
export interface MoveReport {
  pictures: MoveCounts
  recordings: MoveCounts
  imports: MoveCounts
}
type Outcome = 'copied' | 'present' | 'missing'

interface MoveServices {
  config: Config
  db: Db
  log: Log
}

const batch = 1000
const copiedAtOnce = 8

/** Copies all of the site's files from DATA_DIR to its bucket. Deletes nothing, and is safe to repeat: files that are
 *  already in the bucket are not copied again. @throws AppError */
export async function moveMedia({ config, db, log }: MoveServices): Promise<MoveReport> {
  const bucket = await openSiteBucket(config, db, log)
  if (!bucket) throw new AppError('invalid_input', t('Set the S3 settings first. See docs/guides/s3-storage.md.'))
  try {
    return {
      pictures: await copyPictures({ config, db, log }, bucket),
      recordings: await copyRecordings(config, db, bucket),
      imports: await copyImports(config, db, bucket),
    }
  } finally {
    bucket.close()
  }
}

async function copyPictures({ config, db, log }: MoveServices, bucket: Bucket): Promise<MoveCounts> {
  const [source, target] = [filesIn(pictureFolder(config)), filesInBucket(bucket, log)]
  const present = new Map<string, number>()
  for await (const entries of target.list()) for (const { name, bytes } of entries) present.set(name, bytes)
  const counts = noneYet()

  async function copy({ file, contentType, bytes }: StoredFile): Promise<Outcome> {
    if (present.get(file) === bytes) return 'present'
    const content = await source.read(file)
    if (!content) return 'missing'
    await target.write(content, contentType, file)
    return 'copied'
  }
  for await (const files of storedFiles(db))
    for (let at = 0; at < files.length; at += copiedAtOnce)
      await Promise.all(
        files
          .slice(at, at + copiedAtOnce)
          .map(async (one) => add(counts, await copy(one), `${one.bucket}/${one.path}`)),
      )
  return counts
}

async function* storedFiles(db: Db): AsyncGenerator<StoredFile[]> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await listFilesAfter(db, last, batch)
    if (rows.length > 0) yield rows
    if (rows.length < batch) return
    last = rows.at(-1)!.file
  }
}

async function copyRecordings({ recordings: { folder } }: Config, db: Db, bucket: Bucket): Promise<MoveCounts> {
  const target = recordingsInBucket(bucket)
  const counts = noneYet()
  for (const { recordingId } of await listFinishedRecordings(db))
    add(counts, await target.copyFrom(path.join(folder, recordingId), recordingId), recordingId)
  return counts
}

async function copyImports(config: Config, db: Db, bucket: Bucket): Promise<MoveCounts> {
  const { folder } = importFolders(config)
  const target = importFilesInBucket(bucket, folder)
  const counts = noneYet()

  async function copy(file: ImportFile & { receivedBytes: number }): Promise<Outcome> {
    const storedBytes = await target.countStoredBytes(file)
    if (storedBytes >= file.receivedBytes) return 'present'
    await using source = await open(pathIn(folder, file)).catch(() => null)
    if (!source) return 'missing'
    for (let offset = storedBytes; offset < file.receivedBytes; offset += partBytes) {
      const part = Buffer.alloc(Math.min(partBytes, file.receivedBytes - offset))
      await source.read(part, 0, part.length, offset)
      await target.write(file, offset, part)
    }
    return 'copied'
  }
  for (const file of await listOpenFiles(db)) add(counts, await copy(file), file.name)
  return counts
}

const noneYet = (): MoveCounts => ({ copied: 0, present: 0, missing: [] })

function add(counts: MoveCounts, outcome: Outcome, name: string): void {
  if (outcome === 'missing') counts.missing.push(name)
  else counts[outcome]++
}
