import type { BroadcastReport } from './streaming.contract.ts'
import type { AudioTrack } from './audio-track.ts'
import type { VideoTrack } from './avc.ts'
import { createEncoderMeter } from './encoder-meter.ts'
import { EncoderFault, readAudioTag, readVideoTag } from './flv-tags.ts'
import { fragment, initSegment, type Sample, videoScale } from './fmp4.ts'
import { masterPlaylist, mediaPlaylist } from './playlists.ts'
import { createSegmentRing, type Segment } from './segment-ring.ts'
import { createTimeline } from './timeline.ts'

export type Packager = ReturnType<typeof createPackager>
export interface PackagerOptions {
  now: () => number
  onPart: () => void
  /** A segment is finished. */
  onSegment: (segment: Segment, init: Buffer) => void
}

const partMs = 500
/** Encoders stamp pictures in whole milliseconds. */
const roundingMs = 5
const segmentMs = 2000
/** A segment that has no keyframe to end at ends here. */
const longestSegmentMs = 12_000
/** Six are shown; players may still ask for two that no longer are. */
const maxSegments = 8
const maxBytes = 64 * 1024 * 1024
const maxPendingBytes = 8 * 1024 * 1024
/** What a sample costs beside its bytes. */
const sampleBytes = 512
/** Keyframes come a little early or late. */
const toleranceMs = 100
/** Encoders stamp sound in whole milliseconds: samples are counted instead, until the stamp has run away by this. */
const soundDriftMs = 60
const assumedBitsPerSecond = 3_000_000
const assumedFrameMs = 33

/** Makes low-latency HLS of what an encoder sends: tags in, parts and segments in a ring, playlists that name them. Its
 *  sequence numbers begin at the second of the epoch, so that they go on upwards after a restart of the server. */
export function createPackager({ now, onPart, onSegment }: PackagerOptions) {
  const ring = createSegmentRing({ maxSegments, maxBytes, firstSequence: Math.floor(now() / 1000) })
  const inits = new Map<number, Buffer<ArrayBuffer>>()
  let initId = ring.first
  let fragments = 0
  let meter = createEncoderMeter()
  let video: VideoTrack | null = null
  let audio: AudioTrack | null = null

  /** What the newest init segment speaks of: whoever begins to watch while an encoder is waited for is told that. */
  let shown: { video: VideoTrack; audio: AudioTrack | null } | null = null
  let timeline = createTimeline(0)
  let lineStartMs = 0
  let epochMs = now()
  let endMs = 0
  let hasKeyframe = false
  let needsInit = true
  let isDiscontinuous = false

  let held: Sample | null = null
  let frames: Sample[] = []
  let sounds: Sample[] = []
  let pendingBytes = 0
  let nextSound: number | null = null
  let partStartMs = 0
  let segmentStartMs = 0
  const durations = { target: Math.ceil(segmentMs / 1000) + 1, partTarget: (partMs + roundingMs) / 1000 }
  let peakBitsPerSecond = 0

  /** An encoder begins, the first one or another: nothing of the one before goes on. */
  function begin() {
    restart()
    video = null
    audio = null
    meter = createEncoderMeter()
  }

  /** What comes now does not continue what was. */
  function restart() {
    flush()
    timeline = createTimeline(endMs)
    lineStartMs = endMs
    epochMs = now() - endMs
    hasKeyframe = false
    needsInit = true
    isDiscontinuous = ring.segments.length > 0
    nextSound = null
  }

  /** @throws EncoderFault */
  function takeVideo(body: Buffer, timestamp: number) {
    meter.count(body.length)
    const tag = readVideoTag(body)
    if (tag?.type === 'track') {
      if (video?.record.equals(tag.track.record)) return
      if (video) restart()
      video = tag.track
      return
    }
    if (!tag || !video || !(hasKeyframe || tag.isKey)) return
    let ms = placed(timestamp)
    if (ms === null && tag.isKey) ms = placed(timestamp) // a line that has just begun begins here
    if (ms === null) return
    hasKeyframe = true
    meter.frame(ms, tag.isKey)
    addFrame(ms, tag)
    hold(tag.data)
  }

  /** @throws EncoderFault */
  function takeAudio(body: Buffer, timestamp: number) {
    meter.count(body.length)
    const tag = readAudioTag(body)
    if (tag?.type === 'track') {
      if (audio?.config.equals(tag.track.config)) return
      if (!needsInit) restart()
      audio = tag.track
      return
    }
    if (!tag || !audio || !hasKeyframe) return
    const ms = placed(timestamp)
    if (ms === null) return
    const { rate, samplesPerFrame } = audio
    const stamped = Math.round((ms * rate) / 1000)
    if (nextSound === null || Math.abs(stamped - nextSound) > (soundDriftMs * rate) / 1000) nextSound = stamped
    sounds.push({ decodeTime: nextSound, composition: 0, duration: samplesPerFrame, isKey: true, data: tag.data })
    nextSound += samplesPerFrame
    hold(tag.data)
  }

  /** @returns null for what is before the beginning, and when the timestamps have jumped */
  function placed(timestamp: number): number | null {
    const ms = timeline.toMs(timestamp)
    if (ms === null) restart()
    return ms !== null && ms >= lineStartMs ? ms : null
  }

  function hold({ length }: Buffer) {
    pendingBytes += length + sampleBytes
    if (pendingBytes > maxPendingBytes) {
      throw new EncoderFault('The encoder sends more than this server takes. Choose a lower bitrate.')
    }
  }

  function addFrame(
    ms: number,
    { isKey, compositionMs, data }: { isKey: boolean; compositionMs: number; data: Buffer },
  ) {
    const unit = videoScale / 1000
    const decodeTime = Math.max(ms * unit, held ? held.decodeTime + 1 : 0)
    let frameMs = assumedFrameMs
    if (held) {
      held.duration = decodeTime - held.decodeTime
      frameMs = held.duration / unit
      frames.push(held)
      const segmentAge = ms - segmentStartMs
      if ((isKey && segmentAge >= segmentMs - toleranceMs) || segmentAge >= longestSegmentMs) {
        cutPart(ms)
        cutSegment()
        segmentStartMs = ms
      } else if (ms - partStartMs + frameMs > partMs + roundingMs) cutPart(ms)
    } else {
      partStartMs = ms
      segmentStartMs = ms
    }
    held = { decodeTime, composition: compositionMs * unit, duration: frameMs * unit, isKey, data }
  }

  function cutPart(untilMs: number, withAllSound = false) {
    if (frames.length === 0) return
    if (!ring.open()) openSegment()
    const isLater = ({ decodeTime }: Sample) => !withAllSound && decodeTime >= (untilMs * audio!.rate) / 1000
    const later = sounds.findIndex(isLater)
    const heard = sounds.splice(0, later < 0 ? sounds.length : later)
    const seconds = frames.reduce((sum, { duration }) => sum + duration, 0) / videoScale
    const bytes = fragment(++fragments, frames, heard)
    const isIndependent = frames[0]!.isKey
    frames = []
    pendingBytes = 0
    partStartMs = untilMs
    endMs = untilMs
    durations.partTarget = Math.max(durations.partTarget, Math.ceil(seconds * 1000) / 1000)
    ring.add({ bytes, seconds, isIndependent })
    onPart()
  }

  function openSegment() {
    if (needsInit) {
      shown = { video: video!, audio }
      inits.set(++initId, initSegment(video!, audio))
    }
    needsInit = false
    ring.begin({ initId, startedAtMs: epochMs + partStartMs, isDiscontinuous })
    isDiscontinuous = false
    const used = new Set(ring.segments.map((segment) => segment.initId))
    for (const id of inits.keys()) if (!used.has(id)) inits.delete(id)
  }

  function cutSegment() {
    const segment = ring.open()
    ring.finish()
    if (!segment) return
    durations.target = Math.max(durations.target, Math.round(segment.seconds))
    const bits = Math.round((segment.bytes!.length * 8) / Math.max(segment.seconds, 1))
    peakBitsPerSecond = Math.max(peakBitsPerSecond, bits)
    onSegment(segment, inits.get(segment.initId)!)
  }

  /** What has come so far is shown. Whatever an encoder has sent, it can be ended: what cannot be written is left out. */
  function flush() {
    try {
      if (held) {
        frames.push(held)
        cutPart(Math.ceil(((held.decodeTime + held.duration) * 1000) / videoScale), true)
      }
    } catch {
      frames = []
    }
    held = null
    sounds = []
    pendingBytes = 0
    cutSegment()
  }

  function end() {
    flush()
    ring.end()
  }

  const master = (): string =>
    masterPlaylist({
      codecs: [shown?.video.codec, shown?.audio?.codec].filter((codec) => codec !== undefined),
      width: shown?.video.width ?? 0,
      height: shown?.video.height ?? 0,
      framesPerSecond: meter.framesPerSecond(),
      bitsPerSecond: peakBitsPerSecond || assumedBitsPerSecond,
    })

  let written = { version: -1, text: '' }
  /** The media playlist; it is written once for all who ask. */
  function media(): string {
    if (written.version !== ring.version()) written = { version: ring.version(), text: mediaPlaylist(ring, durations) }
    return written.text
  }

  /** Enough to show the newest picture that needs no other. */
  function poster(): Buffer<ArrayBuffer> | null {
    for (const segment of ring.segments.toReversed()) {
      const part = segment.parts.findLast(({ isIndependent }) => isIndependent)
      const init = inits.get(segment.initId)
      if (part && init) return Buffer.concat([init, part.bytes])
    }
    return null
  }

  return {
    begin,
    video: takeVideo,
    audio: takeAudio,
    end,
    master,
    media,
    poster,
    init: (id: number): Buffer<ArrayBuffer> | null => inits.get(id) ?? null,
    ring,
    report: (): BroadcastReport => meter.report(video, audio),
  }
}
