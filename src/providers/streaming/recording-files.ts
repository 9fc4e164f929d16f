import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ByteRange } from '#kernel/byte-range.ts'
import { RecordedSegment, recordingPlaylist } from './recording-playlist.ts'
import type { Segment } from './segment-ring.ts'

export const mediaFile = 'media.mp4'
export const playlistFile = 'index.m3u8'
export const mediaTypes = new Map([
  [playlistFile, 'application/vnd.apple.mpegurl'],
  [mediaFile, 'video/mp4'],
])
/** Contains one line for each complete segment. Exists until the recording is finished. */
const journalFile = 'segments.jsonl'

/** A recording's file, on disk or in a bucket. Read it once, or close it. */
export interface RecordedFile {
  bytes: number
  modifiedMs: number
  /** Returns null if the file has been removed in the meantime. */
  read(range: ByteRange): Promise<ReadableStream | null>
  close(): Promise<void>
}

export type RecordingWriter = Awaited<ReturnType<typeof openRecording>>

/** Creates the folder for a recording, with one file for all init segments and segments, and a journal of them. */
export async function openRecording(folder: string) {
  await mkdir(folder, { recursive: true })
  const media = await open(path.join(folder, mediaFile), 'wx', 0o640)
  const journal = await open(path.join(folder, journalFile), 'wx', 0o640)
  let end = 0
  let lastInitId: number | null = null

  async function write(data: Buffer) {
    await media.appendFile(data)
    const at = end
    end += data.length
    return { at, bytes: data.length }
  }

  return {
    async append({ initId, startedAtMs, isDiscontinuous, seconds, bytes }: Segment, initBytes: Buffer) {
      const init = initId === lastInitId ? null : await write(initBytes)
      lastInitId = initId
      const entry: RecordedSegment = { ...(await write(bytes!)), seconds, startedAtMs, isDiscontinuous, init }
      await journal.appendFile(`${JSON.stringify(entry)}\n`)
    },
    bytes: () => end,
    async close() {
      await media.sync().finally(() => media.close())
      await journal.close()
    },
  }
}

/** Creates the playlist of all complete segments. Can be repeated until the journal is removed. @returns null if there
 *  are no segments */
export async function finishFiles(folder: string): Promise<{ startedAt: Date; seconds: number; bytes: number } | null> {
  const media = path.join(folder, mediaFile)
  const segments = await readJournal(path.join(folder, journalFile), media)
  const [first] = segments
  if (!first) return null
  const { at, bytes } = segments.at(-1)!
  const playlist = path.join(folder, playlistFile)
  await writeFile(`${playlist}.part`, recordingPlaylist(segments, mediaFile), { flush: true, mode: 0o640 })
  await rename(`${playlist}.part`, playlist)
  return {
    startedAt: new Date(first.startedAtMs),
    seconds: Math.round(segments.reduce((sum, segment) => sum + segment.seconds * 1000, 0)) / 1000,
    bytes: at + bytes,
  }
}

/** Returns null if the folder does not exist. */
export async function lastModifiedMs(folder: string): Promise<number | null> {
  const touched = (await nullIfMissing(stat(path.join(folder, journalFile)))) ?? (await nullIfMissing(stat(folder)))
  return touched && touched.mtimeMs
}

export const removeJournal = (folder: string) => rm(path.join(folder, journalFile), { force: true })

/** Omits entries that a crash has truncated in either file. */
async function readJournal(journal: string, media: string): Promise<RecordedSegment[]> {
  const text = await nullIfMissing(readFile(journal, 'utf8'))
  const size = (await nullIfMissing(stat(media)))?.size ?? 0
  const segments: RecordedSegment[] = []
  for (const line of text?.split('\n') ?? []) {
    const segment = readEntry(line)
    if (!segment || segment.at + segment.bytes > size) break
    segments.push(segment)
  }
  return segments
}

function readEntry(line: string): RecordedSegment | null {
  try {
    return RecordedSegment.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Resolves to null if the file or folder does not exist. */
export async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (reason) {
    if (reason instanceof Error && 'code' in reason && missing.has(String(reason.code))) return null
    throw reason
  }
}
const missing = new Set(['ENOENT', 'ENOTDIR'])
