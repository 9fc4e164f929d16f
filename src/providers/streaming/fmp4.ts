import type { AudioTrack } from './audio-track.ts'
import type { VideoTrack } from './avc.ts'
import { box, fullBox, uint16, uint32, uint32List, zeros } from './mp4-boxes.ts'

/** A frame, with times in units of the track's timescale. */
export interface Sample {
  decodeTime: number
  /** The time from decoding to presentation. */
  compositionOffset: number
  duration: number
  isKey: boolean
  data: Buffer
}

/** The timescale for video. Audio uses its sample rate. */
export const videoTimescale = 90_000

const videoTrackId = 1
const audioTrackId = 2
const unityMatrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const undeterminedLanguage = 0x55c4

/** Returns an init segment: the tracks without any samples. Source: ISO/IEC 14496-12 and 23000-19. */
export function initSegment(video: VideoTrack, audio: AudioTrack | null): Buffer<ArrayBuffer> {
  const header = fullBox(
    'mvhd',
    0,
    0,
    uint32(0, 0, 1000, 0, 0x10000),
    uint16(0x100, 0),
    zeros(8),
    unityMatrix,
    zeros(24),
    uint32(0xffffffff),
  )
  const tracks = audio ? [videoTrak(video), audioTrak(audio)] : [videoTrak(video)]
  const defaults = tracks.map((_, at) => fullBox('trex', 0, 0, uint32(at + 1, 1, 0, 0, 0)))
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5'), uint32(512), Buffer.from('iso5iso6mp41cmfc')),
    box('moov', header, ...tracks, box('mvex', ...defaults)),
  ])
}

const videoTrak = ({ record, width, height }: VideoTrack): Buffer =>
  trak({
    id: videoTrackId,
    timescale: videoTimescale,
    handler: 'vide',
    header: fullBox('vmhd', 0, 1, zeros(8)),
    volume: 0,
    size: [width, height],
    entry: box(
      'avc1',
      zeros(6),
      uint16(1),
      zeros(16),
      uint16(width, height),
      uint32(0x480000, 0x480000, 0),
      uint16(1),
      zeros(32),
      uint16(24, 0xffff),
      box('avcC', record),
    ),
  })

const audioTrak = (audio: AudioTrack): Buffer =>
  trak({
    id: audioTrackId,
    timescale: audio.sampleRate,
    handler: 'soun',
    header: fullBox('smhd', 0, 0, zeros(4)),
    volume: 0x100,
    size: [0, 0],
    entry: box(
      audio.kind === 'opus' ? 'Opus' : 'mp4a',
      zeros(6),
      uint16(1),
      zeros(8),
      uint16(audio.channels, 16, 0, 0),
      uint32((audio.sampleRate & 0xffff) * 0x10000),
      audio.kind === 'opus' ? opusBox(audio) : aacBox(audio),
    ),
  })

/** Source: Encapsulation of Opus in ISO Base Media File Format, 4.3.2. */
const opusBox = ({ config, channels }: AudioTrack) =>
  box(
    'dOps',
    Buffer.from([0, channels]),
    uint16(config.readUInt16LE(10)),
    uint32(config.readUInt32LE(12)),
    uint16(0),
    Buffer.from([0]),
  )

/** Source: ISO/IEC 14496-14, 5.6, and 14496-1, 7.2.6. */
function aacBox({ config }: AudioTrack): Buffer {
  const decoder = descriptor(4, Buffer.from([0x40, 0x15, 0, 0, 0]), uint32(0, 0), descriptor(5, config))
  return fullBox(
    'esds',
    0,
    0,
    descriptor(3, uint16(audioTrackId), Buffer.from([0]), decoder, descriptor(6, Buffer.from([2]))),
  )
}

function descriptor(tag: number, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents)
  if (body.length > 127) throw new Error('AAC: configuration too long')
  return Buffer.concat([Buffer.from([tag, 0x80, 0x80, 0x80, body.length]), body])
}

interface Trak {
  id: number
  timescale: number
  handler: 'vide' | 'soun'
  header: Buffer
  volume: number
  size: [width: number, height: number]
  entry: Buffer
}

function trak({ id, timescale, handler, header, volume, size: [width, height], entry }: Trak): Buffer {
  const table = box(
    'stbl',
    fullBox('stsd', 0, 0, uint32(1), entry),
    fullBox('stts', 0, 0, uint32(0)),
    fullBox('stsc', 0, 0, uint32(0)),
    fullBox('stsz', 0, 0, uint32(0, 0)),
    fullBox('stco', 0, 0, uint32(0)),
  )
  const references = box('dinf', fullBox('dref', 0, 0, uint32(1), fullBox('url ', 0, 1)))
  const media = box(
    'mdia',
    fullBox('mdhd', 0, 0, uint32(0, 0, timescale, 0), uint16(undeterminedLanguage, 0)),
    fullBox('hdlr', 0, 0, uint32(0), Buffer.from(handler), zeros(13)),
    box('minf', header, references, table),
  )
  const geometry = [zeros(8), uint16(0, 0, volume, 0), unityMatrix, uint32(width * 0x10000, height * 0x10000)]
  return box('trak', fullBox('tkhd', 0, 3, uint32(0, 0, id, 0, 0), ...geometry), media)
}

const keyframeFlags = 0x02000000
const nonKeyframeFlags = 0x01010000

/** Returns a moof box and an mdat box. Source: ISO/IEC 14496-12, 8.8. */
export function fragment(sequence: number, video: Sample[], audio: Sample[]): Buffer<ArrayBuffer> {
  const tracks = [
    { id: videoTrackId, samples: video },
    { id: audioTrackId, samples: audio },
  ].filter(({ samples }) => samples.length > 0)
  const moofBytes = tracks.reduce((sum, { id, samples }) => sum + trafBytes(id, samples), 24)
  let dataAt = moofBytes + 8
  const trafs = tracks.map(({ id, samples }) => {
    const box = traf(id, samples, dataAt)
    dataAt += bytesOf(samples)
    return box
  })
  const data = tracks.flatMap(({ samples }) => samples.map((sample) => sample.data))
  return Buffer.concat([box('moof', fullBox('mfhd', 0, 0, uint32(sequence)), ...trafs), box('mdat', ...data)])
}

const bytesOf = (samples: Sample[]) => samples.reduce((sum, { data }) => sum + data.length, 0)
const trafBytes = (id: number, samples: Sample[]) => 64 + samples.length * (id === videoTrackId ? 16 : 8)

function traf(id: number, samples: Sample[], dataAt: number): Buffer {
  const isVideo = id === videoTrackId
  const start = samples[0]!.decodeTime
  const rows = samples.flatMap(({ duration, data, isKey, compositionOffset }) =>
    // signed, in two's complement
    isVideo
      ? [duration, data.length, isKey ? keyframeFlags : nonKeyframeFlags, compositionOffset >>> 0]
      : [duration, data.length],
  )
  const defaultBaseIsMoof = 0x020000
  const columns = isVideo ? 0xf01 : 0x301
  return box(
    'traf',
    fullBox('tfhd', 0, defaultBaseIsMoof, uint32(id)),
    fullBox('tfdt', 1, 0, uint32(Math.floor(start / 2 ** 32), start % 2 ** 32)),
    fullBox('trun', 1, columns, uint32List([samples.length, dataAt, ...rows])),
  )
}
