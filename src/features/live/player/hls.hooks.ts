import type { HlsConfig } from 'hls.js/light'
import type { Source, SourceCallbacks } from './sources.contract.ts'

/** Media arrives in small parts in real time, so a worker would not help. */
const live: Partial<HlsConfig> = {
  enableWorker: false,
  lowLatencyMode: true,
  /** Seconds of back buffer, enough to rewatch a moment. */
  backBufferLength: 60,
  /** The playback rate for catching up: a change too slight to notice. */
  maxLiveSyncPlaybackRate: 1.08,
}

const recorded = (startPosition: number): Partial<HlsConfig> => ({ enableWorker: false, startPosition })

/** Plays using Media Source Extensions, from a position or, if it is null, live. Loads hls.js on demand. */
export async function openHls(
  video: HTMLVideoElement,
  src: string,
  at: number | null,
  { onFatal, onChange }: SourceCallbacks,
): Promise<Source> {
  const { default: Hls } = await import('hls.js/light')
  const hls = new Hls(at === null ? live : recorded(at))
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal) onFatal()
  })
  hls.on(Hls.Events.MANIFEST_PARSED, onChange)
  hls.on(Hls.Events.LEVEL_SWITCHED, onChange)
  hls.loadSource(src)
  hls.attachMedia(video)
  return {
    qualities: () =>
      hls.levels.length > 1
        ? hls.levels.map(({ height, bitrate }, level) => ({ level, label: labelOf(height, bitrate) })).toReversed()
        : [],
    quality: () => (hls.autoLevelEnabled ? -1 : hls.nextLevel),
    choose(level) {
      hls.nextLevel = level
      onChange()
    },
    livePosition: () => (at === null ? hls.liveSyncPosition : null),
    latency: () => (at === null && hls.latency > 0 ? hls.latency : null),
    close: () => hls.destroy(),
  }
}

const labelOf = (height: number, bitrate: number): string =>
  height > 0 ? `${height}p` : `${Math.round(bitrate / 1000)} kbit/s`
