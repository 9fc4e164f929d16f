import { randomBytes, randomUUID } from 'node:crypto'
import { shownText, t } from '#messages/messages.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { job, perform } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { recordTexts } from '#kernel/trace.ts'
import type { BroadcastReport } from './streaming.contract.ts'
import {
  addBroadcast,
  deleteBroadcast,
  deleteOrphanedBroadcasts,
  disableBroadcast,
  enableBroadcast,
  endAbandonedBroadcasts,
  findBroadcastState,
  findEncoder,
  publishBroadcast,
  replaceKey,
} from './broadcasts.store.ts'
import { type BrowserCall, createBrowserIngest } from './browser-ingest.ts'
import { openIngestNode } from './ingest-node.ts'
import type { BroadcastTimes } from './live-broadcast.ts'
import { createLiveBroadcasts, sha256 } from './live-broadcasts.ts'
import { createLiveHandler } from './live-handler.ts'
import { liveToken } from './live-tokens.ts'
import { isRecordingRequest, recordingPath } from './recording-handler.ts'
import { openRecordings, type RecordingSettings } from './recordings.ts'
import { createEventEmitter } from './event-emitter.ts'
import type { StreamingProvider } from './streaming.ts'

export interface EmbeddedStreamingOptions {
  db: Db
  log: Log
  clock: Clock
  sealing: Sealing
  /** The public URL, without a trailing slash. */
  siteUrl: string
  host: string
  /** The address at which the site's other machines reach this one. All machines must share a database and have
   *  synchronized clocks. */
  internalHost?: string
  /** 0 if encoders cannot connect. */
  rtmpPort: number
  /** Whether this process may receive broadcasts. Default: true. */
  receives?: boolean
  recordings: RecordingSettings
  /** The memory limit for all broadcasts together. */
  maxLiveBytes?: number
  times?: Partial<EmbeddedTimes>
}
/** In milliseconds. */
interface EmbeddedTimes extends BroadcastTimes {
  beginMs: number
  silenceMs: number
  /** How long a blocking playlist request may wait. */
  waitMs: number
  /** How often to check that the leader is alive, and that its RTMP port is open. */
  leaderCheckMs: number
}
export type EmbeddedStreaming = StreamingProvider & Required<Pick<StreamingProvider, 'handle' | 'browsers'>>

const defaultTimes: EmbeddedTimes = {
  beginMs: 8000,
  silenceMs: 10_000,
  waitMs: 3000,
  reconnectMs: 30_000,
  firstFrameMs: 15_000,
  lingerMs: 30_000,
  reportMs: 5000,
  leaderCheckMs: 2000,
}
const defaultMaxLiveBytes = 512 * 1024 * 1024
const sweep = job('broadcasts.sweep', {
  summary: () => t('Delete streams without a livestream'),
  schedule: '27 * * * *',
})
const sweepRecordings = job('recordings.sweep', {
  summary: () => t('Delete removed recordings’ files'),
  schedule: '*/10 * * * *',
})
/** Longer than it takes to save a livestream. */
const orphanMs = 60 * 60_000
const defaultRtmpPort = 1935
const emptyReport: BroadcastReport = {
  video: null,
  audio: null,
  width: null,
  height: null,
  framesPerSecond: null,
  kilobitsPerSecond: null,
  keyframeSeconds: null,
  hints: [],
}

/** Receives broadcasts over RTMP and from browsers, and serves them as low-latency HLS. Runs in one of the site's
 *  processes, to which the other processes forward requests. */
export async function embeddedStreaming(options: EmbeddedStreamingOptions): Promise<EmbeddedStreaming> {
  const {
    db,
    log,
    clock,
    siteUrl,
    host,
    rtmpPort,
    internalHost = '127.0.0.1',
    maxLiveBytes: maxBytes = defaultMaxLiveBytes,
  } = options
  const times = { ...defaultTimes, ...options.times }
  const secret = await siteSecret(options, 'live')
  const { emit, listen } = createEventEmitter(log)
  const recordings = openRecordings({ db, log, clock, secret, settings: options.recordings, emit })
  const { startRecorder } = recordings
  const broadcasts = createLiveBroadcasts({ db, log, clock, times, emit, startRecorder, maxBytes })
  const browsers = createBrowserIngest({ admit: broadcasts.admit, silenceMs: times.silenceMs })
  const liveHandler = createLiveHandler({ find: broadcasts.find, secret, clock, waitMs: times.waitMs })
  const node = await openIngestNode({
    db,
    log,
    clock,
    secret,
    host,
    internalHost,
    rtmpPort,
    receives: options.receives ?? true,
    rtmp: { admit: broadcasts.admit, beginMs: times.beginMs, silenceMs: times.silenceMs },
    onLive: (request) => (isRecordingRequest(request) ? recordings.handle(request) : liveHandler(request)),
    onEndBroadcast: broadcasts.end,
    onPublic: broadcasts.setPublic,
    onBrowser: browsers.handle,
    onElected: cleanUpAfterPredecessor,
    onCheck: broadcasts.syncWithDatabase,
    onStepDown: broadcasts.abandon,
    retryMs: times.leaderCheckMs,
  })

  /** The previous leader may have stopped without cleaning up. */
  async function cleanUpAfterPredecessor() {
    const ended = await endAbandonedBroadcasts(db)
    const at = new Date(clock.now())
    for (const { providerId } of ended) await emit({ providerId, at, type: 'state', state: 'idle' })
    await recordings.recover()
  }

  async function callBrowserIngest(call: BrowserCall, part: Buffer<ArrayBuffer> = Buffer.alloc(0)) {
    const answer = await node.browser(call, part)
    if (answer.ok) return answer
    throw new AppError(
      answer.code,
      shownText(answer.reason),
      answer.next === undefined ? {} : { extra: { next: answer.next } },
    )
  }

  return {
    kind: 'embedded',
    ingestUrl: rtmpPort === 0 ? '' : ingestUrl(siteUrl, rtmpPort),
    async create({ isPublic }) {
      const streamKey = newKey()
      const broadcast = { providerId: randomUUID(), playbackId: newPlaybackId(), streamKey }
      await addBroadcast(db, { ...broadcast, isPublic, keySha256: sha256(streamKey) })
      return broadcast
    },
    async enable(providerId) {
      ensureFound(await enableBroadcast(db, providerId))
    },
    async disable(providerId) {
      ensureFound(await disableBroadcast(db, providerId))
      await node.endBroadcast(
        providerId,
        recordTexts(() => t('This livestream has been disabled.')),
      )
    },
    async remove(providerId) {
      const recorded = await recordings.listOf(providerId)
      await deleteBroadcast(db, providerId)
      await node.endBroadcast(
        providerId,
        recordTexts(() => t('This livestream has been deleted.')),
      )
      await Promise.all(recorded.map(({ recordingId }) => recordings.removeFiles(recordingId)))
    },
    async renewKey(providerId) {
      const streamKey = await renewEmbeddedKey(db, providerId)
      await node.endBroadcast(
        providerId,
        recordTexts(() => t('This stream key has been replaced with a new one.')),
      )
      return streamKey
    },
    async setPublic(providerId, isPublic) {
      const row = await publishBroadcast(db, providerId, isPublic)
      if (!row) throw unknownBroadcast()
      await node.setPublic(providerId, isPublic)
      return row.playbackId
    },
    stateOf: async (providerId) => (await findBroadcastState(db, providerId))?.state ?? null,
    async reportOf(providerId) {
      const encoder = await findEncoder(db, providerId)
      if (!encoder) return null
      const { report, lastRejection, recordingError, ingestError } = encoder
      const rejection =
        lastRejection && t('The last encoder was rejected: {reason}', { reason: shownText(lastRejection) })
      const errors = [ingestError, rejection, recordings.isOn ? recordingError : null].filter((one) => one !== null)
      if (!report && errors.length === 0) return null
      const latest = report ?? emptyReport
      return { ...latest, hints: [...errors, ...latest.hints].map(shownText) }
    },
    playbackUrl({ playbackId, isPublic }) {
      const token = isPublic ? '' : `.${liveToken(secret, playbackId, clock.now())}`
      return `${siteUrl}/live/${playbackId}${token}/index.m3u8`
    },
    recordingUrl: (recording) => siteUrl + recordingPath(secret, recording, clock.now()),
    removeRecording: recordings.remove,
    listen: (listener) => void listen(listener).then(recordings.announcePending),
    handle: (request) => (isRecordingRequest(request) ? recordings.handle(request, node.live) : node.live(request)),
    browsers: {
      open: async (owner, key) => (await callBrowserIngest({ act: 'open', owner, key })).session,
      append: async (owner, session, from, part) =>
        (await callBrowserIngest({ act: 'take', owner, session, from }, part)).next,
      end: async (owner, session) => void (await callBrowserIngest({ act: 'end', owner, session })),
    },
    workers: [
      perform(sweep, () => deleteOrphanedBroadcasts(db, new Date(clock.now() - orphanMs))),
      perform(sweepRecordings, recordings.sweep),
    ],
    async close() {
      browsers.close()
      await broadcasts.close()
      await recordings.close()
      await node.close()
    },
  }
}

/** Replaces a stream's key. A broadcast in progress continues. @returns the new key */
export async function renewEmbeddedKey(db: Db, providerId: string): Promise<string> {
  const streamKey = newKey()
  ensureFound(await replaceKey(db, providerId, sha256(streamKey)))
  return streamKey
}

const newKey = () => `live_${randomBytes(24).toString('base64url')}`
const newPlaybackId = () => randomBytes(16).toString('base64url')

function ingestUrl(siteUrl: string, port: number): string {
  const { hostname } = new URL(siteUrl)
  return `rtmp://${hostname}${port === defaultRtmpPort ? '' : `:${port}`}/live`
}

function ensureFound(changed: number): void {
  if (changed === 0) throw unknownBroadcast()
}

const unknownBroadcast = () => new AppError('provider_failed', t('This livestream does not exist on this server.'))
