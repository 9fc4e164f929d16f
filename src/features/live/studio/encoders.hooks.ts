import { t } from '#messages/messages.ts'
import type { MediaTag } from '#features/live/livestreams/browser-broadcasts.contract.ts'
import { framesPerSecond, qualities, type QualityName } from './bitrate.contract.ts'
import { aacConfig, aacFrame, avcConfig, avcFrame, opusConfig, opusFrame } from './flv-bodies.contract.ts'
import { audioChannels, type AudioChunk } from './audio-mixer.hooks.ts'

interface EncoderOptions {
  onTag: (tag: MediaTag) => void
  onFault: (reason: string) => void
}

/** H.264 profiles in order of preference: Constrained Baseline, Baseline, Main, High. */
const profiles = ['42e0', '4200', '4d00', '6400']
const keyframeSeconds = 2
const maxQueued = 3
const audioBits = 128_000

/** Returns a supported configuration for the quality, or null. */
export async function videoConfigFor(name: QualityName): Promise<VideoEncoderConfig | null> {
  const { width, height, bits, level } = qualities[name]
  for (const profile of profiles) {
    const config: VideoEncoderConfig = {
      codec: `avc1.${profile}${level}`,
      width,
      height,
      bitrate: bits,
      framerate: framesPerSecond,
      latencyMode: 'realtime',
      avc: { format: 'avc' },
    }
    if ((await VideoEncoder.isConfigSupported(config)).supported) return config
  }
  return null
}

/** Encodes frames, with a keyframe every two seconds. */
export function startVideoEncoder(config: VideoEncoderConfig, { onTag, onFault }: EncoderOptions) {
  let lastKey = -Infinity
  let lastSeconds = -1
  let isKeyframeRequested = true
  const encoder = new VideoEncoder({
    error: () => onFault(t('The browser’s video encoder failed. Go live again, or choose a lower resolution.')),
    output(chunk, about) {
      const timestamp = Math.round(chunk.timestamp / 1000)
      const record = about?.decoderConfig?.description
      if (record) onTag({ kind: 'video', timestamp, body: avcConfig(bytesOf(record)) })
      onTag({ kind: 'video', timestamp, body: avcFrame(chunk.type === 'key', dataOf(chunk)) })
    },
  })
  encoder.configure(config)
  return {
    requestKeyframe: () => void (isKeyframeRequested = true),
    setBits: (bitrate: number) => void (encoder.state === 'configured' && encoder.configure({ ...config, bitrate })),
    /** @returns false if the frame was dropped because too many are queued */
    encode(canvas: HTMLCanvasElement, seconds: number): boolean {
      if (encoder.state !== 'configured' || encoder.encodeQueueSize > maxQueued) return false
      if (seconds <= lastSeconds) return true // the audio clock has stopped
      lastSeconds = seconds
      const keyFrame = isKeyframeRequested || seconds - lastKey >= keyframeSeconds
      if (keyFrame) lastKey = seconds
      isKeyframeRequested = false
      const frame = new VideoFrame(canvas, { timestamp: Math.round(seconds * 1e6) })
      encoder.encode(frame, { keyFrame })
      frame.close()
      return true
    },
    close: () => void (encoder.state !== 'closed' && encoder.close()),
  }
}

/** Encodes audio as AAC if the browser supports it, otherwise as Opus. */
export async function startAudioEncoder(sampleRate: number, { onTag, onFault }: EncoderOptions) {
  const shared = { sampleRate, numberOfChannels: audioChannels, bitrate: audioBits }
  const aac = { ...shared, codec: 'mp4a.40.2' }
  const isAac = (await AudioEncoder.isConfigSupported(aac)).supported === true
  let isDescribed = false
  const encoder = new AudioEncoder({
    error: () => onFault(t('The browser’s audio encoder failed. Go live again.')),
    output(chunk, about) {
      const timestamp = Math.round(chunk.timestamp / 1000)
      const description = about?.decoderConfig?.description
      if (!isDescribed && (!isAac || description)) {
        isDescribed = true
        onTag({ kind: 'audio', timestamp, body: isAac ? aacConfig(bytesOf(description!)) : opusConfig(audioChannels) })
      }
      const data = dataOf(chunk)
      onTag({ kind: 'audio', timestamp, body: isAac ? aacFrame(data) : opusFrame(data) })
    },
  })
  encoder.configure(isAac ? aac : { ...shared, codec: 'opus' })
  return {
    encode({ frame, samples }: AudioChunk) {
      if (encoder.state !== 'configured') return
      const timestamp = Math.round((frame / sampleRate) * 1e6)
      const numberOfFrames = samples.length / audioChannels
      const format = 'f32-planar'
      const chunk = new AudioData({
        format,
        sampleRate,
        numberOfFrames,
        numberOfChannels: audioChannels,
        timestamp,
        data: samples,
      })
      encoder.encode(chunk)
      chunk.close()
    },
    close: () => void (encoder.state !== 'closed' && encoder.close()),
  }
}

function dataOf(chunk: EncodedVideoChunk | EncodedAudioChunk): Uint8Array {
  const data = new Uint8Array(chunk.byteLength)
  chunk.copyTo(data)
  return data
}

const bytesOf = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
