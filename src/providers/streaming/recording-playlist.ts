import * as z from 'zod/mini'

/** A segment's position in the media file, and its attributes in the playlist. */
export const RecordedSegment = z.object({
  at: z.int(),
  bytes: z.int(),
  seconds: z.number(),
  startedAtMs: z.number(),
  isDiscontinuous: z.boolean(),
  /** Its init segment, if it differs from the previous segment's. */
  init: z.nullable(z.object({ at: z.int(), bytes: z.int() })),
})
export type RecordedSegment = z.infer<typeof RecordedSegment>

/** Returns the playlist of a recording, which is a single file. Source: RFC 8216bis, 4.4. */
export function recordingPlaylist(segments: RecordedSegment[], media: string): string {
  const longest = segments.reduce((most, { seconds }) => Math.max(most, Math.round(seconds)), 1)
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...segments.flatMap((segment, at) => segmentLines(segment, at === 0, media)),
    '#EXT-X-ENDLIST',
  ]
  return `${lines.join('\n')}\n`
}

function segmentLines(segment: RecordedSegment, isFirst: boolean, media: string): string[] {
  const { at, bytes, seconds, startedAtMs, isDiscontinuous, init } = segment
  const isNewRun = isFirst || isDiscontinuous
  return [
    ...(isDiscontinuous && !isFirst ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(init ? [`#EXT-X-MAP:URI="${media}",BYTERANGE="${init.bytes}@${init.at}"`] : []),
    ...(isNewRun ? [`#EXT-X-PROGRAM-DATE-TIME:${new Date(startedAtMs).toISOString()}`] : []),
    `#EXTINF:${seconds.toFixed(5)},`,
    `#EXT-X-BYTERANGE:${bytes}@${at}`,
    media,
  ]
}
