import { type AudioTrack, readAacTrack, readOpusTrack } from './audio-track.ts'
import { readVideoTrack, type VideoTrack } from './avc.ts'

export type VideoTag =
  | { type: 'track'; track: VideoTrack }
  /** `compositionMs`: the time from decoding to presentation. */
  | { type: 'frame'; isKey: boolean; compositionMs: number; data: Buffer }
  | null
export type AudioTag = { type: 'track'; track: AudioTrack } | { type: 'frame'; data: Buffer } | null

/** Why a broadcast is rejected, as a sentence for the person who configured the encoder. */
export class EncoderError extends Error {
  override name = 'EncoderFault'
}

const h264 = 7
const aac = 10
const enhancedFormat = 9
const keyframe = 1

/** Parses the body of a video tag. @returns null if it contains no media. Source: Adobe Flash Video File Format 10.1,
 *  E.4.3; Enhanced RTMP v2. @throws EncoderError for any codec other than H.264 */
export function readVideoTag(body: Buffer): VideoTag {
  const head = body[0]!
  if (head & 0x80) throw unsupportedVideo(fourCc(body))
  if ((head & 15) !== h264) throw unsupportedVideo(videoNames[head & 15] ?? `codec ${head & 15}`)
  if (body.length < 5) return null
  const data = body.subarray(5)
  if (body[1] === 0) return { type: 'track', track: readVideoTrack(data) }
  if (body[1] !== 1 || data.length === 0) return null
  return { type: 'frame', isKey: head >> 4 === keyframe, compositionMs: body.readIntBE(2, 3), data }
}

/** Parses the body of an audio tag, as {@link readVideoTag} does for video. Browsers that cannot encode AAC send
 *  Opus. */
export function readAudioTag(body: Buffer): AudioTag {
  const format = body[0]! >> 4
  if (format === enhancedFormat) return readEnhancedAudioTag(body)
  if (format !== aac) throw unsupportedAudio(audioNames[format] ?? `codec ${format}`)
  const data = body.subarray(2)
  if (data.length < 2) return null
  return body[1] === 0 ? { type: 'track', track: readAacTrack(data) } : { type: 'frame', data }
}

function readEnhancedAudioTag(body: Buffer): AudioTag {
  const codec = fourCc(body)
  if (codec !== 'Opus') throw unsupportedAudio(codec)
  const data = body.subarray(5)
  const type = body[0]! & 15
  if (type === 0) return { type: 'track', track: readOpusTrack(data) }
  return type === 1 && data.length > 0 ? { type: 'frame', data } : null
}

const fourCc = (body: Buffer): string => {
  const name = body.toString('latin1', 1, 5).replaceAll(/[^\w.-]/g, '?')
  return fourCcNames[name] ?? name
}
const fourCcNames: Record<string, string> = { hvc1: 'HEVC', av01: 'AV1', vp09: 'VP9', 'ac-3': 'AC-3', fLaC: 'FLAC' }
const videoNames: Record<number, string> = { 2: 'Sorenson H.263', 3: 'Screen Video', 4: 'VP6', 12: 'HEVC' }
const audioNames: Record<number, string> = { 0: 'PCM', 1: 'ADPCM', 2: 'MP3', 3: 'PCM', 11: 'Speex', 14: 'MP3' }

const unsupportedVideo = (name: string) =>
  new EncoderError(`The encoder is sending ${name} video. Choose H.264 as the video encoder.`)
const unsupportedAudio = (name: string) =>
  new EncoderError(`The encoder is sending ${name} audio. Choose AAC as the audio encoder.`)
