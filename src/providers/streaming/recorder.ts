import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { type BroadcastRow, saveRecordingError } from './broadcasts.store.ts'
import { openRecording, type RecordingWriter } from './recording-files.ts'
import { addRecording, countRecordedBytes, type RecordingRow, saveRecordedBytes } from './recordings.store.ts'
import type { Segment } from './segment-ring.ts'

export interface RecordingLimits {
  /** Of all recordings together. Of it a member, unless an administrator, has no more than is left for the others. */
  maxBytes: number
  /** The disk is left that much, for the database needs it. */
  minFreeBytes: number
  /** A forgotten encoder is recorded for so long. */
  maxSeconds: number
  /** An encoder whose times jump makes many short ones. */
  maxSegments: number
  /** What is shorter is not kept. */
  minSeconds: number
  /** How much may wait for the disk. */
  maxPendingBytes: number
}
export interface RecorderOptions {
  db: Db
  log: Log
  /** Where recordings have their folders. */
  folder: string
  limits: RecordingLimits
  row: BroadcastRow
  /** All that there will be of it is on the disk. */
  onEnd: (recording: RecordingRow) => Promise<void>
}
export type Recorder = ReturnType<typeof createRecorder>

/** Why a broadcast is not recorded any more, in a sentence for its owner. */
class RecordingError extends Error {
  override name = 'RecordingFault'
}
const notRecorded = 'This broadcast is not recorded, or not to its end:'
const errors = {
  full: `${notRecorded} recordings take all the room that they may. Delete old ones.`,
  share: `${notRecorded} your recordings take as much room as is left for everybody else’s. Delete old ones.`,
  noSpace: `${notRecorded} the disk of this server is nearly full.`,
  slow: `${notRecorded} the disk of this server is too slow.`,
  long: `${notRecorded} it is longer than a recording may be.`,
  failed: `${notRecorded} it could not be written to the disk of this server.`,
}
const accountingStepBytes = 16 * 1024 * 1024

/** Writes a broadcast to the disk behind the back of those who watch it: they never wait for that, and when it fails the
 *  recording ends, and nothing else. */
export function createRecorder({ db, log, folder, limits, row: { providerId }, onEnd }: RecorderOptions) {
  const recordingId = randomBytes(16).toString('base64url')
  let writer: RecordingWriter | null = null
  let queue = Promise.resolve()
  let pendingBytes = 0
  let seconds = 0
  let segments = 0
  let accountedBytes = 0
  let error: string | null = null
  /** What still waits for the disk is dropped. */
  let isStopped = false
  let ended: Promise<void> | null = null

  /** Takes a segment that is finished. */
  function add(segment: Segment, init: Buffer) {
    if (ended) return
    const { length } = segment.bytes!
    pendingBytes += length
    seconds += segment.seconds
    segments++
    queue = queue.then(() => write(segment, init)).finally(() => (pendingBytes -= length))
    if (pendingBytes > limits.maxPendingBytes) stop(new RecordingError(errors.slow))
    else if (seconds >= limits.maxSeconds || segments >= limits.maxSegments)
      endWithError(new RecordingError(errors.long))
  }

  async function write(segment: Segment, init: Buffer) {
    if (isStopped) return
    try {
      writer ??= await begin(segment)
      if (writer.bytes() === 0) await account(0)
      await writer.append(segment, init)
      if (writer.bytes() - accountedBytes >= Math.min(accountingStepBytes, limits.maxBytes / 64))
        await account(writer.bytes())
    } catch (reason) {
      stop(reason)
    }
  }

  async function begin({ startedAtMs }: Segment): Promise<RecordingWriter> {
    await saveRecordingError(db, providerId, null)
    await addRecording(db, { recordingId, providerId }, new Date(startedAtMs))
    return openRecording(path.join(folder, recordingId))
  }

  /** @throws RecordingFault when there is no more room */
  async function account(bytes: number) {
    accountedBytes = bytes
    await saveRecordedBytes(db, recordingId, bytes)
    const { all, own } = await countRecordedBytes(db, providerId)
    if (all >= limits.maxBytes) throw new RecordingError(errors.full)
    if (all + own >= limits.maxBytes) throw new RecordingError(errors.share)
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < limits.minFreeBytes) throw new RecordingError(errors.noSpace)
  }

  function stop(reason: unknown) {
    if (!isStopped) endWithError(reason)
    isStopped = true
  }

  /** Ends the recording before the broadcast. */
  function endWithError(reason: unknown) {
    error = reason instanceof RecordingError ? reason.message : errors.failed
    log.warn({ err: reason, providerId, recordingId }, `streaming: ${error}`)
    void end()
  }

  /** Settles when all that was added is kept, or dropped. */
  function end(): Promise<void> {
    ended ??= queue
      .then(finish)
      .catch((err: unknown) =>
        log.error({ err, providerId, recordingId }, 'streaming: a recording could not be finished'),
      )
    return ended
  }

  async function finish() {
    await writer?.close()
    if (error) await saveRecordingError(db, providerId, error)
    if (seconds > 0) await onEnd({ recordingId, providerId })
  }

  return { add, end }
}
