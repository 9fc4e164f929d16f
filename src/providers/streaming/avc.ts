/** The parameters of an H.264 track. `record`: the AVCDecoderConfigurationRecord, as received. */
export interface VideoTrack {
  record: Buffer
  codec: string
  width: number
  height: number
}

const fourByteLengths = 3
/** MP4 boxes have 16 bits each for width and height. */
const maxSide = 65_535

/** Parses an AVCDecoderConfigurationRecord. Source: ISO/IEC 14496-15, 5.3.3.1. @throws Error if it is invalid */
export function readVideoTrack(record: Buffer): VideoTrack {
  if (record[0] !== 1 || (record[4]! & 3) !== fourByteLengths) throw new Error('H.264: not a decoder configuration')
  if ((record[5]! & 31) === 0) throw new Error('H.264: no sequence parameter set')
  const end = 8 + record.readUInt16BE(6)
  if (end > record.length) throw new Error('H.264: truncated sequence parameter set')
  return { record, codec: `avc1.${record.toString('hex', 1, 4)}`, ...sizeOfSps(record.subarray(8, end)) }
}

const chromaProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])

/** Returns the frame size specified by a sequence parameter set. Source: ITU-T H.264, 7.3.2.1.1. */
function sizeOfSps(sps: Buffer): { width: number; height: number } {
  const read = bitReader(sps)
  const profile = read.bits(8)
  read.bits(16) // constraints and level
  read.ue() // id
  const chromaFormat = chromaProfiles.has(profile) ? skipChroma(read) : 1
  read.ue() // log2_max_frame_num
  skipPictureOrderCount(read)
  read.ue() // max_num_ref_frames
  read.bits(1)
  const columns = read.ue() + 1
  const rows = read.ue() + 1
  const fieldsPerFrame = 2 - read.bits(1)
  if (fieldsPerFrame === 2) read.bits(1)
  read.bits(1)
  const [left, right, top, bottom] = read.bits(1) ? Array.from({ length: 4 }, () => read.ue()) : [0, 0, 0, 0]
  const cropUnitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1
  const cropUnitY = (chromaFormat === 1 ? 2 : 1) * fieldsPerFrame
  const width = columns * 16 - (left! + right!) * cropUnitX
  const height = rows * 16 * fieldsPerFrame - (top! + bottom!) * cropUnitY
  if (Math.min(width, height) < 1 || Math.max(width, height) > maxSide) throw new Error('H.264: invalid frame size')
  return { width, height }
}

type BitReader = ReturnType<typeof bitReader>

/** @returns chroma_format_idc */
function skipChroma(read: BitReader): number {
  const chromaFormat = read.ue()
  if (chromaFormat === 3) read.bits(1)
  read.ue()
  read.ue()
  read.bits(1)
  const lists = read.bits(1) ? (chromaFormat === 3 ? 12 : 8) : 0
  for (let list = 0; list < lists; list++) if (read.bits(1)) skipScalingList(read, list < 6 ? 16 : 64)
  return chromaFormat
}

function skipScalingList(read: BitReader, size: number): void {
  let last = 8
  let next = 8
  for (let at = 0; at < size; at++) {
    if (next !== 0) next = (last + read.se() + 256) % 256
    if (next !== 0) last = next
  }
}

function skipPictureOrderCount(read: BitReader): void {
  const type = read.ue()
  if (type === 0) read.ue()
  if (type !== 1) return
  read.bits(1)
  read.se()
  read.se()
  const cycle = read.ue()
  if (cycle > 255) throw new Error('H.264: invalid sequence parameter set')
  for (let at = 0; at < cycle; at++) read.se()
}

/** Reads the payload of a NAL unit, skipping emulation prevention bytes. */
function bitReader(nalUnit: Buffer) {
  const bytes = nalUnit.filter((byte, at) => at > 0 && !(byte === 3 && nalUnit[at - 1] === 0 && nalUnit[at - 2] === 0))
  let position = 0
  function bits(count: number): number {
    if (position + count > bytes.length * 8) throw new Error('H.264: truncated sequence parameter set')
    let value = 0
    for (const end = position + count; position < end; position++) {
      value = value * 2 + ((bytes[position >> 3]! >> (7 - (position & 7))) & 1)
    }
    return value
  }
  /** Reads an unsigned Exp-Golomb code. */
  function ue(): number {
    let zeros = 0
    while (bits(1) === 0) if (++zeros > 31) throw new Error('H.264: number too large')
    return 2 ** zeros - 1 + bits(zeros)
  }
  function se(): number {
    const value = ue()
    return value % 2 ? (value + 1) / 2 : -value / 2
  }
  return { bits, ue, se }
}
