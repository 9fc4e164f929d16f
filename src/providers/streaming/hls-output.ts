import type { AudioTrack } from './audio-track.ts'
import type { VideoTrack } from './avc.ts'
import { fragment, initSegment, type Sample, videoTimescale } from './fmp4.ts'
import { masterPlaylist, mediaPlaylist } from './playlists.ts'
import { createSegmentRing, type Segment, type SegmentRing } from './segment-ring.ts'

/** Called with each finished segment. */
export type OnSegment = (segment: Segment, init: Buffer) => void

export const partMs = 500
/** Encoders round frame timestamps to milliseconds. */
export const roundingMs = 5
export const segmentMs = 2000
/** Six segments are listed; players may still request two that are no longer listed. */
const maxSegments = 8
const maxBytes = 64 * 1024 * 1024
const assumedBitsPerSecond = 3_000_000

/** A broadcast's HLS output: segments in memory, their init segments, and the playlists that list them. */
export class HlsOutput {
  readonly ring: SegmentRing
  readonly #onSegment: OnSegment
  readonly #inits = new Map<number, Buffer<ArrayBuffer>>()
  #initId: number
  #fragments = 0
  /** The tracks of the newest init segment, which the master playlist describes even while waiting for an encoder. */
  #tracks: { video: VideoTrack; audio: AudioTrack | null } | null = null
  #needsInit = true
  #isDiscontinuous = false
  readonly #durations = { target: Math.ceil(segmentMs / 1000) + 1, partTarget: (partMs + roundingMs) / 1000 }
  #peakBitsPerSecond = 0
  #playlist = { version: -1, text: '' }

  constructor(firstSequence: number, onSegment: OnSegment) {
    this.ring = createSegmentRing({ maxSegments, maxBytes, firstSequence })
    this.#initId = firstSequence
    this.#onSegment = onSegment
  }

  /** Whether a segment has been opened since the last discontinuity. */
  get hasBegun(): boolean {
    return !this.#needsInit
  }

  /** Gives the next segment a new init segment and marks it as discontinuous. */
  markDiscontinuity() {
    this.#needsInit = true
    this.#isDiscontinuous = this.ring.segments.length > 0
  }

  /** Opens a segment unless one is open. */
  openSegment(video: VideoTrack, audio: AudioTrack | null, startedAtMs: number) {
    if (this.ring.open()) return
    if (this.#needsInit) {
      this.#tracks = { video, audio }
      this.#inits.set(++this.#initId, initSegment(video, audio))
    }
    this.#needsInit = false
    this.ring.begin({ initId: this.#initId, startedAtMs, isDiscontinuous: this.#isDiscontinuous })
    this.#isDiscontinuous = false
    this.#deleteUnusedInits()
  }

  #deleteUnusedInits() {
    const used = new Set(this.ring.segments.map((segment) => segment.initId))
    for (const id of this.#inits.keys()) if (!used.has(id)) this.#inits.delete(id)
  }

  addPart(video: Sample[], audio: Sample[]) {
    const seconds = video.reduce((sum, { duration }) => sum + duration, 0) / videoTimescale
    const bytes = fragment(++this.#fragments, video, audio)
    this.#durations.partTarget = Math.max(this.#durations.partTarget, Math.ceil(seconds * 1000) / 1000)
    this.ring.add({ bytes, seconds, isIndependent: video[0]!.isKey })
  }

  finishSegment() {
    const segment = this.ring.open()
    this.ring.finish()
    if (!segment) return
    this.#durations.target = Math.max(this.#durations.target, Math.round(segment.seconds))
    const bits = Math.round((segment.bytes!.length * 8) / Math.max(segment.seconds, 1))
    this.#peakBitsPerSecond = Math.max(this.#peakBitsPerSecond, bits)
    this.#onSegment(segment, this.#inits.get(segment.initId)!)
  }

  init(id: number): Buffer<ArrayBuffer> | null {
    return this.#inits.get(id) ?? null
  }

  master(framesPerSecond: number | null): string {
    const { video, audio } = this.#tracks ?? {}
    return masterPlaylist({
      codecs: [video?.codec, audio?.codec].filter((codec) => codec !== undefined),
      width: video?.width ?? 0,
      height: video?.height ?? 0,
      framesPerSecond,
      bitsPerSecond: this.#peakBitsPerSecond || assumedBitsPerSecond,
    })
  }

  /** Returns the media playlist, which is generated once for all players. */
  media(): string {
    const version = this.ring.version()
    if (this.#playlist.version !== version) {
      this.#playlist = { version, text: mediaPlaylist(this.ring, this.#durations) }
    }
    return this.#playlist.text
  }

  /** Returns an init segment and a part that show the newest independent frame. */
  poster(): Buffer<ArrayBuffer> | null {
    for (const segment of this.ring.segments.toReversed()) {
      const part = segment.parts.findLast(({ isIndependent }) => isIndependent)
      const init = this.init(segment.initId)
      if (part && init) return Buffer.concat([init, part.bytes])
    }
    return null
  }
}
