import { t } from '#messages/messages.ts'
import {
  endBroadcast,
  openBroadcast,
  partOf,
  sendBroadcastPart,
} from '#features/live/livestreams/browser-broadcasts.contract.ts'
import { call } from '#web/call.ts'
import { nextBits, type QualityName } from './bitrate.contract.ts'
import { startAudioEncoder, startVideoEncoder, videoConfigFor } from './encoders.hooks.ts'
import { createTagUploader } from './tag-uploader.hooks.ts'
import type { SceneControls } from './scene.hooks.ts'

/** Measurements of a running broadcast. */
export interface BroadcastStats {
  kilobitsPerSecond: number
  droppedFrames: number
  /** Whether the computer is too slow for this resolution. */
  isBehind: boolean
  queuedSeconds: number
  seconds: number
}
export interface BroadcastOptions {
  livestreamId: number
  quality: QualityName
  scene: Pick<SceneControls, 'sound' | 'now'>
  /** Called when the connection is lost or restored. */
  onFailing: (isFailing: boolean) => void
  onEnd: (reason: string) => void
}
export type Broadcast = Awaited<ReturnType<typeof startBroadcast>>

const noEncoder = t(
  'This browser can’t encode H.264 at that resolution. Choose a lower one, or use streaming software.',
)
/** A part that takes longer is resent. */
const partTimeoutMs = 6000
/** Skipped frames per second, out of thirty. */
const maxSkipped = 10

/** Encodes and sends the scene. @throws ApiError, or Error with a message for the member */
export async function startBroadcast({ livestreamId, quality, scene, onFailing, onEnd }: BroadcastOptions) {
  const config = await videoConfigFor(quality)
  if (!config) throw new Error(noEncoder)
  const sound = await scene.sound()
  const maxBits = config.bitrate!
  let bits = maxBits
  let changedAtMs = performance.now()
  const startedAtMs = performance.now()
  let skipped = 0

  const openSession = async () => (await call(openBroadcast, { params: { id: livestreamId } })).session
  const first = await openSession()
  let isFirst = true
  const uploader = createTagUploader({
    async open() {
      if (!isFirst) return openSession()
      isFirst = false
      return first
    },
    send: (session, from, tags) =>
      call(
        sendBroadcastPart,
        { params: { id: livestreamId, session }, query: { from }, body: partOf(tags) },
        { signal: AbortSignal.timeout(partTimeoutMs) },
      ),
    onOpen: () => video.requestKeyframe(),
    onChange: adapt,
    onEnd: fail,
  })
  const video = startVideoEncoder(config, { onTag: uploader.push, onFault: fail })
  const audio = await startAudioEncoder(sound.sampleRate, { onTag: uploader.push, onFault: fail })
  sound.hear(audio.encode)

  function adapt() {
    onFailing(uploader.isFailing())
    const nowMs = performance.now()
    const wanted = nextBits({ bits, maxBits, queuedMs: uploader.queuedMs(), sinceChangeMs: nowMs - changedAtMs })
    if (wanted === bits) return
    bits = wanted
    changedAtMs = nowMs
    video.setBits(bits)
  }

  function fail(reason: string) {
    void stop()
    onEnd(reason)
  }

  /** `immediately`: does not wait for data in transit, because the page is closing. */
  async function stop(how: 'gracefully' | 'immediately' = 'gracefully') {
    const stopped = uploader.stop()
    sound.hear(null)
    video.close()
    audio.close()
    if (how === 'gracefully') await stopped
    const session = uploader.session()
    if (!session) return
    const ending = call(endBroadcast, { params: { id: livestreamId, session } }, { keepalive: true })
    await ending.catch(() => undefined) // the server ends idle sessions itself
  }

  let before = { bytes: 0, skipped: 0, atMs: startedAtMs }
  return {
    onFrame: (canvas: HTMLCanvasElement) => void (video.encode(canvas, scene.now()) || skipped++),
    stop,
    stats(): BroadcastStats {
      const nowMs = performance.now()
      const { bytes, droppedFrames } = uploader.sent()
      const kilobitsPerSecond = ((bytes - before.bytes) * 8) / Math.max(nowMs - before.atMs, 1)
      const isBehind = skipped - before.skipped > maxSkipped
      before = { bytes, skipped, atMs: nowMs }
      return {
        kilobitsPerSecond: Math.round(kilobitsPerSecond),
        droppedFrames: droppedFrames + skipped,
        isBehind,
        queuedSeconds: uploader.queuedMs() / 1000,
        seconds: Math.floor((nowMs - startedAtMs) / 1000),
      }
    },
  }
}
