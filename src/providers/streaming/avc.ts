/** What H.264 says of itself before its first picture. `record`: the AVCDecoderConfigurationRecord as it came. */
export interface VideoTrack {
  record: Buffer
  codec: string
  width: number
  height: number
}

const lengthOfFour = 3
/** What the boxes of MP4 have room for. */
const longestSide = 65_535

/** Reads an AVCDecoderConfigurationRecord. Source: ISO/IEC 14496-15, 5.3.3.1. @throws Error when it is none */
export function readVideoTrack(record: Buffer): VideoTrack {
  if (record[0] !== 1 || (record[4]! & 3) !== lengthOfFour) throw new Error('H.264: no decoder configuration')
  if ((record[5]! & 31) === 0) throw new Error('H.264: no sequence parameter set')
  const end = 8 + record.readUInt16BE(6)
  if (end > record.length) throw new Error('H.264: a sequence parameter set that is cut short')
  return { record, codec: `avc1.${record.toString('hex', 1, 4)}`, ...sizeOf(record.subarray(8, end)) }
}

const chromaProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])

/** The size of the picture by a sequence parameter set. Source: ITU-T H.264, 7.3.2.1.1. */
function sizeOf(set: Buffer): { width: number; height: number } {
  const read = bitReader(set)
  const profile = read.bits(8)
  read.bits(16) // constraints and level
  read.number() // id
  const chroma = chromaProfiles.has(profile) ? skipChroma(read) : 1
  read.number() // log2_max_frame_num
  skipOrder(read)
  read.number() // max_num_ref_frames
  read.bits(1)
  const columns = read.number() + 1
  const rows = read.number() + 1
  const fields = 2 - read.bits(1)
  if (fields === 2) read.bits(1)
  read.bits(1)
  const [left, right, top, bottom] = read.bits(1) ? Array.from({ length: 4 }, () => read.number()) : [0, 0, 0, 0]
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * fields
  const width = columns * 16 - (left! + right!) * unitX
  const height = rows * 16 * fields - (top! + bottom!) * unitY
  if (Math.min(width, height) < 1 || Math.max(width, height) > longestSide) throw new Error('H.264: an impossible size')
  return { width, height }
}

type BitReader = ReturnType<typeof bitReader>

/** @returns chroma_format_idc */
function skipChroma(read: BitReader): number {
  const chroma = read.number()
  if (chroma === 3) read.bits(1)
  read.number()
  read.number()
  read.bits(1)
  const lists = read.bits(1) ? (chroma === 3 ? 12 : 8) : 0
  for (let list = 0; list < lists; list++) if (read.bits(1)) skipScalingList(read, list < 6 ? 16 : 64)
  return chroma
}

function skipScalingList(read: BitReader, size: number): void {
  let last = 8
  let next = 8
  for (let at = 0; at < size; at++) {
    if (next !== 0) next = (last + read.signed() + 256) % 256
    if (next !== 0) last = next
  }
}

function skipOrder(read: BitReader): void {
  const type = read.number()
  if (type === 0) read.number()
  if (type !== 1) return
  read.bits(1)
  read.signed()
  read.signed()
  const cycle = read.number()
  if (cycle > 255) throw new Error('H.264: a sequence parameter set that cannot be')
  for (let at = 0; at < cycle; at++) read.signed()
}

/** Bits after the header of a NAL unit, without the bytes that keep start codes apart. */
function bitReader(unit: Buffer) {
  const bytes = unit.filter((byte, at) => at > 0 && !(byte === 3 && unit[at - 1] === 0 && unit[at - 2] === 0))
  let position = 0
  function bits(count: number): number {
    if (position + count > bytes.length * 8) throw new Error('H.264: a sequence parameter set that is cut short')
    let value = 0
    for (const end = position + count; position < end; position++) {
      value = value * 2 + ((bytes[position >> 3]! >> (7 - (position & 7))) & 1)
    }
    return value
  }
  /** Exponential Golomb code. */
  function number(): number {
    let zeros = 0
    while (bits(1) === 0) if (++zeros > 31) throw new Error('H.264: a number that is too large')
    return 2 ** zeros - 1 + bits(zeros)
  }
  function signed(): number {
    const value = number()
    return value % 2 ? (value + 1) / 2 : -value / 2
  }
  return { bits, number, signed }
}
