import { requestStream, playHidden, onLoss, stopStream } from './media-devices.hooks.ts'
import { sourceErrorOf, lossMessage } from './source-errors.contract.ts'
import type { SharedMixer } from './shared-mixer.hooks.ts'
import { type SourceName, sourceNames } from './scene.contract.ts'

interface SourcesOptions {
  sound: SharedMixer
  isClosed: () => boolean
  /** Called when a source is added or removed. `fault` explains why it is unavailable. */
  onChange: (source: SourceName, fault?: string) => void
}

/** The sources that the member has allowed: their video as hidden elements, their audio connected to the mixer. */
export function createSources({ sound, isClosed, onChange }: SourcesOptions) {
  const streams = new Map<SourceName, MediaStream>()
  const videos = new Map<SourceName, HTMLVideoElement>()

  function add(source: SourceName, stream: MediaStream) {
    remove(source)
    streams.set(source, stream)
    if (source !== 'microphone') videos.set(source, playHidden(stream))
    onLoss(stream, source, () => streams.get(source) === stream && lose(source))
  }

  function remove(source: SourceName) {
    const stream = streams.get(source)
    if (stream) stopStream(stream)
    streams.delete(source)
    videos.delete(source)
    sound.current()?.connect(source, null)
  }

  function lose(source: SourceName) {
    remove(source)
    onChange(source, lossMessage(source))
  }

  return {
    has: (source: SourceName) => streams.has(source),
    /** Null if the source has no video. */
    video: (source: SourceName) => videos.get(source) ?? null,
    deviceId: (source: SourceName) => streams.get(source)?.getTracks()[0]?.getSettings().deviceId ?? null,
    /** Requests the device; null requests any device. Never throws: failures are passed to `onChange`. */
    async request(source: SourceName, id: string | null = null): Promise<void> {
      try {
        const stream = await requestStream[source](id)
        if (isClosed()) return stopStream(stream)
        add(source, stream)
        const { connect } = await sound.ensureOpen()
        connect(source, stream)
        onChange(source)
      } catch (reason) {
        onChange(source, sourceErrorOf(source, reason))
      }
    },
    /** Stops the source without calling `onChange`. */
    remove,
    removeAll: () => sourceNames.forEach(remove),
  }
}
