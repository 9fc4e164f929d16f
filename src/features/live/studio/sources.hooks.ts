import { requestStream, playHidden, onLoss, stopStream } from './media-devices.hooks.ts'
import { sourceErrorOf, lossMessages } from './source-errors.contract.ts'
import type { SharedMixer } from './shared-mixer.hooks.ts'
import { type SourceName, sourceNames } from './scene.contract.ts'

interface SourcesOptions {
  sound: SharedMixer
  isClosed: () => boolean
  /** It is there, or why it is not. */
  onChange: (source: SourceName, fault?: string) => void
}

/** Camera, microphone and screen, as far as they have been given: what is seen as videos, what is samples in the sound. */
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
    onChange(source, lossMessages[source])
  }

  return {
    has: (source: SourceName) => streams.has(source),
    /** Null when there is nothing to be seen of it. */
    video: (source: SourceName) => videos.get(source) ?? null,
    deviceId: (source: SourceName) => streams.get(source)?.getTracks()[0]?.getSettings().deviceId ?? null,
    /** Asks for that device, else for whichever there is. It never throws: what fails is told. */
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
    /** Its light goes off. Nothing is told. */
    remove,
    removeAll: () => sourceNames.forEach(remove),
  }
}
