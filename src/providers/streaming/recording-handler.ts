import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { byteRangeOf } from '#kernel/byte-range.ts'
import { publicUntilRemoved } from '#kernel/cache-control.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { hasEtag } from '#kernel/etag.ts'
import { isLiveToken, liveToken } from './live-tokens.ts'
import { mediaFile, mediaTypes, nullIfMissing, playlistFile, type RecordedFile } from './recording-files.ts'
import type { RecordingsInBucket } from './recordings-in-bucket.ts'
import { findFinishedRecording } from './recordings.store.ts'

export interface RecordingHandlerOptions {
  db: Db
  clock: Clock
  secret: Buffer
  folderOf: (recordingId: string) => string
  /** Null if recordings are kept on the machine that received the broadcast. */
  bucket: Pick<RecordingsInBucket, 'open'> | null
}

const chunkBytes = 64 * 1024
const prefix = '/live/recordings/'
const pathPattern = /^\/live\/recordings\/([\w-]{1,64})(?:\.(\d{1,12}\.[\w-]{1,64}))?\/([\w.]{1,20})$/

export const isRecordingRequest = (request: Request): boolean => new URL(request.url).pathname.startsWith(prefix)

/** The token is part of the path, as for live broadcasts, because the playlist contains relative URLs. */
export function recordingPath(
  secret: Buffer,
  { recordingId, isPublic }: { recordingId: string; isPublic: boolean },
  nowMs: number,
) {
  const token = isPublic ? '' : `.${liveToken(secret, tokenName(recordingId), nowMs)}`
  return `${prefix}${recordingId}${token}/${playlistFile}`
}

const tokenName = (recordingId: string) => `recordings/${recordingId}`

/** Handles GET /live/recordings/{recordingId}/index.m3u8 and range requests for its media file. `forward` handles
 *  recordings stored on other machines. */
export function createRecordingHandler({ db, clock, secret, folderOf, bucket }: RecordingHandlerOptions) {
  return async function handle(request: Request, forward?: (request: Request) => Promise<Response>): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return errorResponse(405, 'This URL only supports GET and HEAD.')
    const [, recordingId = '', token = '', name = ''] = pathPattern.exec(new URL(request.url).pathname) ?? []
    const type = mediaTypes.get(name)
    const recording = type && (await findFinishedRecording(db, recordingId))
    if (!recording) return noSuchRecording()
    const isAllowed = recording.isPublic || isLiveToken(secret, tokenName(recordingId), token, clock.now())
    if (!isAllowed) return noSuchRecording()
    const file =
      (await openOnDisk(path.join(folderOf(recordingId), name))) ?? (await bucket?.open(recordingId, name)) ?? null
    if (!file) return forward ? forward(request) : errorResponse(404, 'This recording is not on this server.')
    const immutable = recording.isPublic ? `${publicUntilRemoved(3600)}, immutable` : 'private, max-age=3600, immutable'
    const cache = name === mediaFile ? immutable : 'no-cache'
    return respond(request, file, { 'content-type': type, 'cache-control': cache, 'accept-ranges': 'bytes' })
  }
}

async function respond(request: Request, file: RecordedFile, known: Record<string, string>): Promise<Response> {
  const { bytes: size, modifiedMs } = file
  const headers = { ...known, etag: `"${size.toString(36)}-${Math.round(modifiedMs).toString(36)}"` }
  if (hasEtag(request.headers.get('if-none-match'), headers.etag)) {
    await file.close()
    return new Response(null, { status: 304, headers })
  }
  const range = byteRangeOf(request.headers.get('range'), size)
  if (range === 'unsatisfiable') {
    await file.close()
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const part = range && { 'content-range': `bytes ${start}-${end}/${size}` }
  const all = { ...headers, ...part, 'content-length': String(end - start + 1) }
  if (request.method === 'HEAD') {
    await file.close()
    return new Response(null, { headers: all })
  }
  const body = await file.read({ start, end })
  return body ? new Response(body, { status: range ? 206 : 200, headers: all }) : noSuchRecording()
}

/** @returns null if there is no such file */
async function openOnDisk(file: string): Promise<RecordedFile | null> {
  const handle = await nullIfMissing(open(file))
  if (!handle) return null
  const { size, mtimeMs } = await closeOnError(handle, handle.stat())
  return {
    bytes: size,
    modifiedMs: mtimeMs,
    read: async ({ start, end }) => bodyOf(handle, start, end),
    close: () => handle.close(),
  }
}

/** Streams the range in chunks, as fast as the player reads. Closes the file at the end, on errors, and when the player
 *  disconnects. */
function bodyOf(file: FileHandle, start: number, end: number): ReadableStream {
  let at = start
  return new ReadableStream({
    async pull(controller) {
      const length = Math.min(chunkBytes, end + 1 - at)
      const reading = file.read(Buffer.allocUnsafeSlow(length), 0, length, at)
      const { bytesRead, buffer } = await closeOnError(file, reading)
      controller.enqueue(buffer.subarray(0, bytesRead))
      at += bytesRead
      if (at <= end && bytesRead > 0) return
      await file.close()
      controller.close()
    },
    cancel: () => file.close(),
  })
}

async function closeOnError<T>(file: FileHandle, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (reason) {
    await file.close()
    throw reason
  }
}

const noSuchRecording = () => errorResponse(404, 'There is no such recording.')
const errorResponse = (status: number, message: string) =>
  new Response(message, { status, headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' } })
