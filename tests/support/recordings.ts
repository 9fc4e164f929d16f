import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { RecordingSettings } from '#providers/streaming/recordings.ts'
import type { Broadcast, BroadcastEvent } from '#providers/streaming/streaming.ts'
import { temporaryDataDir } from './site.ts'
import { ask, type Encoding, encoding, readMp4, startFfmpeg, testStreaming, until } from './streaming.ts'

export type Testing = Awaited<ReturnType<typeof testRecordings>>

/** Opens a streaming provider that records. */
export async function testRecordings(settings: Partial<RecordingSettings> = {}) {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const folder = path.join(dataDir, 'recordings')
  const t = await testStreaming({ recordings: { isOn: true, folder, maxBytes: 1024 ** 3, ...settings } })
  return { ...t, t, folder }
}

/** Broadcasts at full speed until the encoder stops. */
export async function broadcast(
  { t }: Testing,
  options: Encoding = {},
  { streamKey }: Pick<Broadcast, 'streamKey'> = t,
) {
  const idle = () => t.kinds().filter((kind) => kind === 'idle').length
  const before = idle()
  await startFfmpeg(encoding(`${t.url}/${streamKey}`, { seconds: 6, isLive: false, ...options })).ended
  await until(() => idle() > before, 'idle')
}

export const isRecorded = (event: BroadcastEvent) => event.type === 'recorded'
export const recordingsOf = ({ t }: Testing) => t.events.filter(isRecorded).map(({ recording }) => recording)
/** Waits until the recordings have been announced. */
export const isAnnounced = (testing: Testing, count = 1) =>
  until(() => recordingsOf(testing).length === count, 'recorded')
/** Returns the names of the files in the folder; none if it does not exist. */
export const namesIn = (folder: string): string[] =>
  fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted() : []

/** Plays the only recording. */
export function player(testing: Testing, { isPublic = true, from = testing.t.streaming } = {}) {
  const [recording] = recordingsOf(testing)
  const { pathname } = new URL(from.recordingUrl({ ...recording!, isPublic }))
  const get = (file = 'index.m3u8', init: RequestInit = {}) => ask(from, pathname.replace('index.m3u8', file), init)
  const range = async (bytes: string, at: string) => {
    const answer = await get('media.mp4', { headers: { range: `bytes=${at}-${Number(at) + Number(bytes) - 1}` } })
    assert.equal(answer.status, 206)
    return Buffer.from(await answer.arrayBuffer())
  }
  /** Fetches every range in the playlist and parses the result with an independent MP4 parser. */
  async function played() {
    const playlist = await (await get()).text()
    const inits = [...playlist.matchAll(/#EXT-X-MAP:URI="media.mp4",BYTERANGE="(\d+)@(\d+)"/g)]
    const segments = [...playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\nmedia.mp4/g)]
    const ranges = await Promise.all([inits[0]!, ...segments].map(([, bytes, at]) => range(bytes!, at!)))
    return { playlist, inits: inits.length, ...(await readMp4(Buffer.concat(ranges))) }
  }
  return { recording: recording!, pathname, get, played }
}
