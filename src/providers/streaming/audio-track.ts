/** The parameters of an audio track. `config`: the AudioSpecificConfig or OpusHead, as received. */
export interface AudioTrack {
  kind: 'aac' | 'opus'
  config: Buffer
  codec: string
  sampleRate: number
  channels: number
  samplesPerFrame: number
}

const sampleRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
const explicitRateIndex = 15
const lowComplexity = 2
/** Here, MP4 descriptors have one byte for their length. */
const maxConfigBytes = 64

/** Parses an AudioSpecificConfig. Source: ISO/IEC 14496-3, 1.6.2.1. @throws Error if it is invalid */
export function readAacTrack(config: Buffer): AudioTrack {
  const head = config.readUInt16BE()
  const type = head >> 11 || lowComplexity
  const index = (head >> 7) & 15
  const isExplicit = index === explicitRateIndex
  const rate = isExplicit ? (config.readUIntBE(1, 4) >>> 7) & 0xffffff : sampleRates[index]
  const channels = (isExplicit ? config.readUInt8(4) >> 3 : head >> 3) & 15
  if (!rate) throw new Error('AAC: invalid sample rate')
  if (config.length > maxConfigBytes) throw new Error('AAC: configuration too long')
  return {
    kind: 'aac',
    config,
    codec: `mp4a.40.${type}`,
    sampleRate: rate,
    channels: channels === 7 ? 8 : channels || 2,
    samplesPerFrame: 1024,
  }
}

/** Parses the OpusHead, which browsers send first. Browsers' Opus frames are 20 ms long. Source: RFC 7845, 5.1. */
export function readOpusTrack(config: Buffer): AudioTrack {
  if (config.length < 19 || config.toString('latin1', 0, 8) !== 'OpusHead') throw new Error('Opus: not an OpusHead')
  return { kind: 'opus', config, codec: 'opus', sampleRate: 48_000, channels: config[9]!, samplesPerFrame: 960 }
}
