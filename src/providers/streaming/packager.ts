import { createEncoderStats } from './encoder-stats.ts'
import { readAudioTag, readVideoTag } from './flv-tags.ts'
import { HlsOutput, type OnSegment } from './hls-output.ts'
import { Segmenter, type Source } from './segmenter.ts'
import type { BroadcastReport } from './streaming.contract.ts'
import { createTimeline } from './timeline.ts'

export interface PackagerOptions {
  now: () => number
  /** Called after each part. */
  onPart: () => void
  onSegment: OnSegment
}

/** Converts an encoder's FLV tags to low-latency HLS. Sequence numbers start at the current Unix time in seconds, so
 *  that they keep increasing after a server restart. */
export class Packager {
  readonly output: HlsOutput
  readonly #now: () => number
  readonly #source: Source
  readonly #segmenter: Segmenter
  #stats = createEncoderStats()
  #timeline = createTimeline(0)
  #timelineStartMs = 0
  #hasKeyframe = false

  constructor({ now, onPart, onSegment }: PackagerOptions) {
    this.#now = now
    this.output = new HlsOutput(Math.floor(now() / 1000), onSegment)
    this.#source = { video: null, audio: null, epochMs: now() }
    this.#segmenter = new Segmenter(this.output, this.#source, onPart)
  }

  /** Prepares for a new encoder, whose media is not a continuation of the previous encoder's. */
  begin() {
    this.#restart()
    this.#source.video = null
    this.#source.audio = null
    this.#stats = createEncoderStats()
  }

  /** Starts a discontinuity: the media that follows does not continue the media sent so far. */
  #restart() {
    this.#segmenter.flush()
    const { endMs } = this.#segmenter
    this.#timeline = createTimeline(endMs)
    this.#timelineStartMs = endMs
    this.#source.epochMs = this.#now() - endMs
    this.#hasKeyframe = false
    this.output.markDiscontinuity()
  }

  /** @throws EncoderError */
  video(body: Buffer, timestamp: number) {
    this.#stats.addBytes(body.length)
    const tag = readVideoTag(body)
    const { video } = this.#source
    if (tag?.type === 'track') {
      if (video?.record.equals(tag.track.record)) return
      if (video) this.#restart()
      this.#source.video = tag.track
      return
    }
    if (!tag || !video || !(this.#hasKeyframe || tag.isKey)) return
    let ms = this.#toMs(timestamp)
    if (ms === null && tag.isKey) ms = this.#toMs(timestamp) // a timeline that has just been restarted begins here
    if (ms === null) return
    this.#hasKeyframe = true
    this.#stats.frame(ms, tag.isKey)
    this.#segmenter.addFrame(ms, tag)
  }

  /** @throws EncoderError */
  audio(body: Buffer, timestamp: number) {
    this.#stats.addBytes(body.length)
    const tag = readAudioTag(body)
    const { audio } = this.#source
    if (tag?.type === 'track') {
      if (audio?.config.equals(tag.track.config)) return
      if (this.output.hasBegun) this.#restart()
      this.#source.audio = tag.track
      return
    }
    if (!tag || !audio || !this.#hasKeyframe) return
    const ms = this.#toMs(timestamp)
    if (ms !== null) this.#segmenter.addAudio(ms, audio, tag.data)
  }

  /** @returns null for timestamps before the start, and after a jump, which restarts the timeline */
  #toMs(timestamp: number): number | null {
    const ms = this.#timeline.toMs(timestamp)
    if (ms === null) this.#restart()
    return ms !== null && ms >= this.#timelineStartMs ? ms : null
  }

  end() {
    this.#segmenter.flush()
    this.output.ring.end()
  }

  master(): string {
    return this.output.master(this.#stats.framesPerSecond())
  }

  report(): BroadcastReport {
    return this.#stats.report(this.#source.video, this.#source.audio)
  }
}
