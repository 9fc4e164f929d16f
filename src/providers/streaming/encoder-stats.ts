import type { BroadcastReport } from './streaming.contract.ts'
import type { AudioTrack } from './audio-track.ts'
import type { VideoTrack } from './avc.ts'
import { recordTexts } from '#kernel/trace.ts'
import { t } from '#messages/messages.ts'

const windowMs = 5000
const maxKeyframeSeconds = 4
const highKilobitsPerSecond = 12_000

/** Measures what an encoder sends, over the last complete five-second window. Times are on the broadcast's timeline. */
export function createEncoderStats() {
  let windowStartMs: number | null = null
  let bytes = 0
  let frames = 0
  let lastKeyMs: number | null = null
  let keyframeSeconds: number | null = null
  let framesPerSecond: number | null = null
  let kilobitsPerSecond: number | null = null

  function addFrame(ms: number, isKey: boolean) {
    windowStartMs ??= ms
    if (ms - windowStartMs >= windowMs) {
      const seconds = (ms - windowStartMs) / 1000
      framesPerSecond = Math.round((frames / seconds) * 10) / 10
      kilobitsPerSecond = Math.round((bytes * 8) / 1000 / seconds)
      windowStartMs = ms
      bytes = 0
      frames = 0
    }
    frames++
    if (!isKey) return
    if (lastKeyMs !== null) keyframeSeconds = Math.round((ms - lastKeyMs) / 100) / 10
    lastKeyMs = ms
  }

  const report = (video: VideoTrack | null, audio: AudioTrack | null): BroadcastReport => ({
    video: video && 'H.264',
    audio: audio && (audio.kind === 'aac' ? 'AAC' : 'Opus'),
    width: video?.width ?? null,
    height: video?.height ?? null,
    framesPerSecond,
    kilobitsPerSecond,
    keyframeSeconds,
    hints: recordTexts(() => hintsOf({ keyframeSeconds, kilobitsPerSecond, audio })),
  })

  return {
    frame: addFrame,
    addBytes: (length: number) => void (bytes += length),
    framesPerSecond: () => framesPerSecond,
    report,
  }
}

interface Measurements {
  keyframeSeconds: number | null
  kilobitsPerSecond: number | null
  audio: AudioTrack | null
}

const hintsOf = ({ keyframeSeconds, kilobitsPerSecond, audio }: Measurements): string[] => [
  ...((keyframeSeconds ?? 0) >= maxKeyframeSeconds
    ? [
        t(
          'The encoder sends a keyframe every {seconds} s. Set the keyframe interval to 2 s so that playback starts sooner.',
          { seconds: String(keyframeSeconds) },
        ),
      ]
    : []),
  ...((kilobitsPerSecond ?? 0) > highKilobitsPerSecond
    ? [
        t('{kilobitsPerSecond} kbit/s is too much for many viewers’ connections. Try 6,000.', {
          kilobitsPerSecond: String(kilobitsPerSecond),
        }),
      ]
    : []),
  ...(audio ? [] : [t('The encoder isn’t sending audio.')]),
]
