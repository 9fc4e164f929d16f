import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { recordTexts } from '#kernel/trace.ts'
import { t } from '#messages/messages.ts'
import { type BroadcastRow, saveRecordingError } from './broadcasts.store.ts'
import { openRecording, type RecordingWriter } from './recording-files.ts'
import { addRecording, countRecordedBytes, type RecordingRow, saveRecordedBytes } from './recordings.store.ts'
import type { Segment } from './segment-ring.ts'

export interface RecordingLimits {
  /** The combined limit for all recordings. A member who is not an administrator may use at most as much space as
   *  remains for everyone else. */
  maxBytes: number
  /** Disk space to leave free for the database. */
  minFreeBytes: number
  /** Limits the length of a recording in case the encoder is left running. */
  maxSeconds: number
  /** Limits the number of short segments from an encoder whose timestamps jump. */
  maxSegments: number
  /** Shorter recordings are deleted. */
  minSeconds: number
  /** Limit for data that has not been written yet. */
  maxPendingBytes: number
}
export interface RecorderOptions {
  db: Db
  log: Log
  /** The folder that contains a subfolder for each recording. */
  folder: string
  limits: RecordingLimits
  row: BroadcastRow
  /** Called when the recording is complete on disk. */
  onEnd: (recording: RecordingRow) => Promise<void>
}
export type Recorder = ReturnType<typeof createRecorder>

/** Why recording has stopped, as a sentence for the recording's owner. */
class RecordingError extends Error {
  override name = 'RecordingError'
  readonly code: keyof typeof errors

  constructor(code: keyof typeof errors) {
    super(`The recording ended: ${code}`)
    this.code = code
  }
}
const errors = {
  full: () => t('This broadcast is not being fully recorded: there is no space left for recordings. Delete old ones.'),
  share: () =>
    t(
      'This broadcast is not being fully recorded: your recordings already use more than their share of the space. Delete old ones.',
    ),
  noSpace: () => t('This broadcast is not being fully recorded: the disk of this server is nearly full.'),
  slow: () => t('This broadcast is not being fully recorded: the disk of this server is too slow.'),
  long: () => t('This broadcast is not being fully recorded: it exceeds the maximum length of a recording.'),
  failed: () => t('This broadcast is not being fully recorded: it could not be written to the disk of this server.'),
}
const accountingStepBytes = 16 * 1024 * 1024

/** Writes a broadcast to disk in the background. Viewers never wait for the disk, and an error ends only the
 *  recording. */
export function createRecorder({ db, log, folder, limits, row: { providerId }, onEnd }: RecorderOptions) {
  const recordingId = randomBytes(16).toString('base64url')
  let writer: RecordingWriter | null = null
  let queue = Promise.resolve()
  let pendingBytes = 0
  let seconds = 0
  let segments = 0
  let accountedBytes = 0
  let error: string | null = null
  /** Discards data that has not been written yet. */
  let isStopped = false
  let ended: Promise<void> | null = null

  /** Adds a complete segment. */
  function add(segment: Segment, init: Buffer) {
    if (ended) return
    const { length } = segment.bytes!
    pendingBytes += length
    seconds += segment.seconds
    segments++
    queue = queue.then(() => write(segment, init)).finally(() => (pendingBytes -= length))
    if (pendingBytes > limits.maxPendingBytes) stop(new RecordingError('slow'))
    else if (seconds >= limits.maxSeconds || segments >= limits.maxSegments) endWithError(new RecordingError('long'))
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

  /** @throws RecordingError if there is no space left */
  async function account(bytes: number) {
    accountedBytes = bytes
    await saveRecordedBytes(db, recordingId, bytes)
    const { all, own } = await countRecordedBytes(db, providerId)
    if (all >= limits.maxBytes) throw new RecordingError('full')
    if (all + own >= limits.maxBytes) throw new RecordingError('share')
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < limits.minFreeBytes) throw new RecordingError('noSpace')
  }

  function stop(reason: unknown) {
    if (!isStopped) endWithError(reason)
    isStopped = true
  }

  /** Ends the recording while the broadcast continues. */
  function endWithError(reason: unknown) {
    const code = reason instanceof RecordingError ? reason.code : 'failed'
    error = recordTexts(errors[code])
    log.warn({ err: reason, providerId, recordingId }, 'streaming: a broadcast is not being fully recorded')
    void end()
  }

  /** Resolves when everything that was added has been written or discarded. */
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
