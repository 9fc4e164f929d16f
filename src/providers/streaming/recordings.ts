import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { Bucket } from '#providers/bucket/bucket.ts'
import type { BroadcastRow } from './broadcasts.store.ts'
import { createRecorder, type Recorder, type RecordingLimits } from './recorder.ts'
import { finishFiles, nullIfMissing, removeJournal, lastModifiedMs } from './recording-files.ts'
import { createRecordingHandler } from './recording-handler.ts'
import { createRecordingMover } from './recording-mover.ts'
import { type RecordingsInBucket, recordingsInBucket } from './recordings-in-bucket.ts'
import {
  deleteRecording,
  deleteUnfinishedRecording,
  type FinishedRecording,
  finishRecording,
  listKnownRecordings,
  listRecordingsOf,
  listUnfinishedRecordings,
  listUnannouncedRecordings,
  markAnnounced,
  type RecordingRow,
} from './recordings.store.ts'
import type { BroadcastEvent } from './streaming.ts'

export interface RecordingSettings {
  /** If false, nothing is recorded, but existing recordings can still be watched. */
  isOn: boolean
  folder: string
  maxBytes: number
  /** The bucket to which finished recordings are moved; null or undefined if they are kept on this machine. */
  bucket?: Bucket | null
  /** Pause after a failed attempt to move recordings. */
  retryMs?: number
  limits?: Partial<RecordingLimits>
}
export interface RecordingsOptions {
  db: Db
  log: Log
  clock: Clock
  secret: Buffer
  settings: RecordingSettings
  /** @returns whether the event was accepted */
  emit: (event: BroadcastEvent) => Promise<boolean>
}

const defaultLimits = {
  minFreeBytes: 512 * 1024 * 1024,
  maxSeconds: 12 * 60 * 60,
  maxSegments: 40_000,
  minSeconds: 5,
  maxPendingBytes: 32 * 1024 * 1024,
}
/** Longer than an encoder may take to reconnect. */
const abandonedMs = 5 * 60_000
/** Longer than it takes to upload a recording. */
const leftBehindMs = 60 * 60_000
const abandonedUploadMs = 24 * 60 * 60_000
const defaultRetryMs = 60_000
const folderName = /^[\w-]{22}$/

/** The recordings on this machine's disk. Folders without a row in the database may be deleted at any time. */
export function openRecordings({ db, log, clock, secret, settings, emit }: RecordingsOptions) {
  const { folder, isOn } = settings
  const limits = { ...defaultLimits, maxBytes: settings.maxBytes, ...settings.limits }
  const openRecorders = new Set<Recorder>()
  const folderOf = (recordingId: string) => path.join(folder, recordingId)
  const bucket = settings.bucket ? recordingsInBucket(settings.bucket) : null
  const mover = bucket && createRecordingMover({ db, log, folder, bucket, retryMs: settings.retryMs ?? defaultRetryMs })
  const removeFolder = (recordingId: string) => rm(folderOf(recordingId), { recursive: true, force: true })

  async function removeFiles(recordingId: string) {
    await removeFolder(recordingId)
    // The sweep removes any remaining files.
    await bucket?.remove([recordingId]).catch((err: unknown) => {
      log.warn({ err, recordingId }, 'streaming: a removed recording is still in the bucket')
    })
  }

  /** Starts recording a broadcast. @returns null if recording is off */
  function startRecorder(row: BroadcastRow): Recorder | null {
    if (!isOn) return null
    const recorder = createRecorder({ db, log, folder, limits, row, onEnd: complete })
    openRecorders.add(recorder)
    return { ...recorder, end: () => recorder.end().finally(() => openRecorders.delete(recorder)) }
  }

  async function complete({ recordingId, providerId }: RecordingRow) {
    const finished = await finishFiles(folderOf(recordingId))
    const isLongEnough = finished !== null && finished.seconds >= limits.minSeconds
    if (isLongEnough && (await finishRecording(db, { recordingId, ...finished })) > 0) {
      await removeJournal(folderOf(recordingId))
      await announce({ recordingId, providerId, ...finished })
      void mover?.moveAll()
    } else if (await deleteUnfinishedRecording(db, recordingId)) await nullIfMissing(removeFolder(recordingId))
  }

  async function announce({ recordingId, providerId, startedAt, seconds }: FinishedRecording) {
    const at = new Date(startedAt.getTime() + seconds * 1000)
    const isDelivered = await emit({ providerId, at, type: 'recorded', recording: { recordingId, startedAt, seconds } })
    if (isDelivered) await markAnnounced(db, recordingId)
  }

  /** Finishes recordings on this machine that another process left unfinished, if nothing has been written to them for
   *  this long. */
  async function recover(untouchedMs = 0) {
    for (const recording of await listUnfinishedRecordings(db)) {
      const touchedMs = await lastModifiedMs(folderOf(recording.recordingId))
      if (touchedMs === null || clock.now() - touchedMs < untouchedMs) continue
      await complete(recording).catch((err: unknown) =>
        log.error({ err, ...recording }, 'streaming: a recording is lost'),
      )
    }
    // The process that receives broadcasts passes no minimum age. Other processes move only recordings left unmoved
    // for too long.
    if (mover && (untouchedMs === 0 || (await hasLeftBehind()))) void mover.moveAll()
  }

  async function hasLeftBehind(): Promise<boolean> {
    const names = ((await nullIfMissing(readdir(folder))) ?? []).filter((name) => folderName.test(name))
    const touched = await Promise.all(names.map((name) => lastModifiedMs(folderOf(name))))
    return touched.some((ms) => ms !== null && clock.now() - ms > leftBehindMs)
  }

  async function announcePending() {
    try {
      for (const recording of await listUnannouncedRecordings(db)) await announce(recording)
    } catch (err) {
      log.warn({ err }, 'streaming: recordings could not be announced')
    }
  }

  async function sweep() {
    await recover(abandonedMs)
    await announcePending()
    const found = ((await nullIfMissing(readdir(folder))) ?? []).filter((name) => folderName.test(name))
    const known = new Set((await listKnownRecordings(db, found)).map(({ recordingId }) => recordingId))
    for (const name of found) if (!known.has(name)) await removeFolder(name)
    if (bucket) await sweepBucket(bucket)
  }

  async function sweepBucket(bucket: RecordingsInBucket) {
    for await (const found of bucket.list()) {
      const known = new Set((await listKnownRecordings(db, found)).map(({ recordingId }) => recordingId))
      await bucket.remove(found.filter((recordingId) => !known.has(recordingId)))
    }
    await bucket.abortUploads(new Date(clock.now() - abandonedUploadMs))
  }

  return {
    isOn,
    startRecorder,
    recover,
    announcePending,
    handle: createRecordingHandler({ db, clock, secret, folderOf, bucket }),
    listOf: (providerId: string) => listRecordingsOf(db, providerId),
    removeFiles,
    async remove(recordingId: string) {
      await deleteRecording(db, recordingId)
      await removeFiles(recordingId)
    },
    sweep,
    async close() {
      await Promise.all([...openRecorders].map((recorder) => recorder.end()))
      mover?.close()
    },
  }
}
