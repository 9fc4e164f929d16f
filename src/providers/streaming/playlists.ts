import type { Segment, SegmentRing } from './segment-ring.ts'

/** The number of complete segments in a media playlist. */
const listedSegments = 6
/** The number of newest complete segments whose parts are listed as well. */
const segmentsWithParts = 3

const initName = (initId: number) => `init${initId}.mp4`
const segmentName = (sequence: number) => `${sequence}.m4s`
const partName = (sequence: number, part: number) => `${sequence}.${part}.m4s`

export interface Variant {
  codecs: string[]
  width: number
  height: number
  framesPerSecond: number | null
  bitsPerSecond: number
}

export function masterPlaylist({ codecs, width, height, framesPerSecond, bitsPerSecond }: Variant): string {
  const attributes = [
    `BANDWIDTH=${bitsPerSecond}`,
    `CODECS="${codecs.join(',')}"`,
    `RESOLUTION=${width}x${height}`,
    ...(framesPerSecond ? [`FRAME-RATE=${framesPerSecond.toFixed(3)}`] : []),
  ]
  return lines('#EXTM3U', '#EXT-X-VERSION:9', `#EXT-X-STREAM-INF:${attributes.join(',')}`, 'media.m3u8')
}

export interface Durations {
  /** The maximum durations of a segment and of a part, in seconds. */
  target: number
  partTarget: number
}

/** Source: RFC 8216bis, 4.4, and its appendix B on low latency. */
export function mediaPlaylist(ring: SegmentRing, { target, partTarget }: Durations): string {
  const isOpen = ring.open() !== null
  const listed = ring.segments.slice(-(listedSegments + Number(isOpen)))
  const [first] = listed
  const firstWithParts = ring.isEnded() ? listed.length : listed.length - segmentsWithParts - Number(isOpen)
  const discontinuitySequence = first ? first.discontinuities - Number(first.isDiscontinuous) : 0
  return lines(
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${target}`,
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${(partTarget * 3).toFixed(3)}`,
    `#EXT-X-PART-INF:PART-TARGET=${partTarget.toFixed(3)}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? ring.next()}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`,
    ...listed.flatMap((segment, at) => segmentLines(segment, listed[at - 1], at >= firstWithParts)),
    ring.isEnded() ? '#EXT-X-ENDLIST' : preloadHint(ring),
  )
}

function segmentLines(segment: Segment, before: Segment | undefined, hasParts: boolean): string[] {
  const { sequence, initId, startedAtMs, isDiscontinuous, parts, bytes, seconds } = segment
  return [
    ...(isDiscontinuous ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(initId === before?.initId ? [] : [`#EXT-X-MAP:URI="${initName(initId)}"`]),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(startedAtMs).toISOString()}`,
    ...(hasParts ? parts.map((part, at) => partLine(partName(sequence, at), part)) : []),
    ...(bytes ? [`#EXTINF:${seconds.toFixed(5)},`, segmentName(sequence)] : []),
  ]
}

const partLine = (name: string, { seconds, isIndependent }: { seconds: number; isIndependent: boolean }) =>
  `#EXT-X-PART:DURATION=${seconds.toFixed(5)},URI="${name}"${isIndependent ? ',INDEPENDENT=YES' : ''}`

function preloadHint(ring: SegmentRing): string {
  const open = ring.open()
  const name = open ? partName(open.sequence, open.parts.length) : partName(ring.next(), 0)
  return `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${name}"`
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
