import type { AudioTrack } from './audio-track.ts'
import type { VideoTrack } from './avc.ts'
import { EncoderError } from './flv-tags.ts'
import { type Sample, videoTimescale } from './fmp4.ts'
import { type HlsOutput, partMs, roundingMs, segmentMs } from './hls-output.ts'

/** What the encoder is currently sending. */
export interface Source {
  video: VideoTrack | null
  audio: AudioTrack | null
  /** The time at which the broadcast's timeline starts, in milliseconds since the Unix epoch. */
  epochMs: number
}
interface Frame {
  isKey: boolean
  compositionMs: number
  data: Buffer
}

/** The maximum length of a segment if no keyframe arrives at which the segment could end. */
const maxSegmentMs = 12_000
const maxPendingBytes = 8 * 1024 * 1024
/** Memory overhead per sample. */
const sampleBytes = 512
/** Keyframes may come slightly early or late. */
const toleranceMs = 100
/** Encoders round audio timestamps to milliseconds. Therefore, time is computed by counting samples, until the
 *  timestamp differs by more than this. */
const maxAudioDriftMs = 60
const defaultFrameMs = 33
const unitsPerMs = videoTimescale / 1000

/** Collects samples and splits them into parts and segments. Times are in milliseconds on the broadcast's timeline. */
export class Segmenter {
  readonly #output: HlsOutput
  readonly #source: Source
  readonly #onPart: () => void
  /** The last frame, whose duration is unknown until the next frame arrives. */
  #lastFrame: Sample | null = null
  #videoSamples: Sample[] = []
  #audioSamples: Sample[] = []
  #pendingBytes = 0
  /** The decode time of the next audio sample, in the audio track's units. */
  #nextAudioTime: number | null = null
  #partStartMs = 0
  #segmentStartMs = 0
  #endMs = 0

  constructor(output: HlsOutput, source: Source, onPart: () => void) {
    this.#output = output
    this.#source = source
    this.#onPart = onPart
  }

  /** The end of the last part. */
  get endMs(): number {
    return this.#endMs
  }

  /** @throws EncoderError if too much data is pending */
  addFrame(ms: number, { isKey, compositionMs, data }: Frame) {
    const last = this.#lastFrame
    const decodeTime = Math.max(ms * unitsPerMs, last ? last.decodeTime + 1 : 0)
    if (last) this.#completeFrame(last, decodeTime, ms, isKey)
    else {
      this.#partStartMs = ms
      this.#segmentStartMs = ms
    }
    const duration = last ? last.duration : defaultFrameMs * unitsPerMs
    this.#lastFrame = { decodeTime, compositionOffset: compositionMs * unitsPerMs, duration, isKey, data }
    this.#count(data)
  }

  #completeFrame(last: Sample, nextDecodeTime: number, ms: number, isNextKey: boolean) {
    last.duration = nextDecodeTime - last.decodeTime
    this.#videoSamples.push(last)
    const segmentAgeMs = ms - this.#segmentStartMs
    if ((isNextKey && segmentAgeMs >= segmentMs - toleranceMs) || segmentAgeMs >= maxSegmentMs) {
      this.#cutPart(ms)
      this.#output.finishSegment()
      this.#segmentStartMs = ms
    } else if (ms - this.#partStartMs + last.duration / unitsPerMs > partMs + roundingMs) this.#cutPart(ms)
  }

  /** @throws EncoderError if too much data is pending */
  addAudio(ms: number, { sampleRate, samplesPerFrame }: AudioTrack, data: Buffer) {
    const timestamp = Math.round((ms * sampleRate) / 1000)
    const isContinuous =
      this.#nextAudioTime !== null && Math.abs(timestamp - this.#nextAudioTime) <= (maxAudioDriftMs * sampleRate) / 1000
    const decodeTime = isContinuous ? this.#nextAudioTime! : timestamp
    this.#audioSamples.push({ decodeTime, compositionOffset: 0, duration: samplesPerFrame, isKey: true, data })
    this.#nextAudioTime = decodeTime + samplesPerFrame
    this.#count(data)
  }

  #count({ length }: Buffer) {
    this.#pendingBytes += length + sampleBytes
    if (this.#pendingBytes > maxPendingBytes) {
      throw new EncoderError('The encoder’s bitrate is too high for this server. Choose a lower one.')
    }
  }

  #cutPart(untilMs: number, withAllAudio = false) {
    if (this.#videoSamples.length === 0) return
    const { video, audio, epochMs } = this.#source
    this.#output.openSegment(video!, audio, epochMs + this.#partStartMs)
    this.#output.addPart(this.#videoSamples, this.#shiftAudio(withAllAudio ? Infinity : untilMs))
    this.#videoSamples = []
    this.#pendingBytes = 0
    this.#partStartMs = untilMs
    this.#endMs = untilMs
    this.#onPart()
  }

  #shiftAudio(untilMs: number): Sample[] {
    const rate = this.#source.audio?.sampleRate ?? 0
    const later = this.#audioSamples.findIndex(({ decodeTime }) => decodeTime >= (untilMs * rate) / 1000)
    return this.#audioSamples.splice(0, later < 0 ? this.#audioSamples.length : later)
  }

  /** Writes pending samples and finishes the segment. Never throws: samples that cannot be written are dropped. */
  flush() {
    try {
      const last = this.#lastFrame
      if (last) {
        this.#videoSamples.push(last)
        this.#cutPart(Math.ceil(((last.decodeTime + last.duration) * 1000) / videoTimescale), true)
      }
    } catch {
      this.#videoSamples = []
    }
    this.#lastFrame = null
    this.#audioSamples = []
    this.#nextAudioTime = null
    this.#pendingBytes = 0
    this.#output.finishSegment()
  }
}
