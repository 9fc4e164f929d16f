import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { nullIfMissing } from './recording-files.ts'
import type { RecordingsInBucket } from './recordings-in-bucket.ts'
import { listFinishedAmong, listKnownRecordings } from './recordings.store.ts'

export interface RecordingMoverOptions {
  db: Db
  log: Log
  folder: string
  bucket: RecordingsInBucket
  retryMs: number
}

/** Moves finished recordings from this machine to the bucket, one at a time. A recording is kept on this machine, and
 *  can be watched, until all of it is in the bucket. */
export function createRecordingMover({ db, log, folder, bucket, retryMs }: RecordingMoverOptions) {
  const stopping = new AbortController()
  let moving: Promise<void> | null = null
  let isAskedAgain = false
  let retry: NodeJS.Timeout | undefined

  /** Moves all finished recordings, and tries again later if that fails. */
  function moveAll(): Promise<void> {
    isAskedAgain = true
    moving ??= run().finally(() => (moving = null))
    return moving
  }

  async function run() {
    clearTimeout(retry)
    try {
      while (isAskedAgain && !stopping.signal.aborted) {
        isAskedAgain = false
        for (const recordingId of await finishedHere()) await move(recordingId).catch(tryLater)
      }
    } catch (reason) {
      tryLater(reason)
    }
  }

  function tryLater(err: unknown) {
    if (stopping.signal.aborted) return
    log.warn({ err }, 'streaming: a recording could not be moved to the bucket')
    clearTimeout(retry)
    retry = setTimeout(() => void moveAll(), retryMs).unref()
  }

  async function finishedHere(): Promise<string[]> {
    const found = (await nullIfMissing(readdir(folder))) ?? []
    return (await listFinishedAmong(db, found)).map(({ recordingId }) => recordingId)
  }

  async function move(recordingId: string) {
    const from = path.join(folder, recordingId)
    const outcome = await bucket.copyFrom(from, recordingId, stopping.signal)
    if (outcome === 'missing') throw new Error(`The files for the recording ${recordingId} are incomplete`)
    // The recording may have been deleted in the meantime.
    if ((await listKnownRecordings(db, [recordingId])).length === 0) await bucket.remove([recordingId])
    await rm(from, { recursive: true, force: true })
    log.info({ recordingId }, 'streaming: moved a recording to the bucket')
  }

  return {
    moveAll,
    /** Aborts the current upload, without waiting for the bucket to respond. */
    close() {
      stopping.abort()
      clearTimeout(retry)
    },
  }
}
