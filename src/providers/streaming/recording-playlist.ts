import * as z from 'zod/mini'

/** Where in the file of a recording a segment stands, and what its playlist says of it. */
export const RecordedSegment = z.object({
  at: z.int(),
  bytes: z.int(),
  seconds: z.number(),
  startedAtMs: z.number(),
  isDiscontinuous: z.boolean(),
  /** Its init segment, when it is not that of the one before. */
  init: z.nullable(z.object({ at: z.int(), bytes: z.int() })),
})
export type RecordedSegment = z.infer<typeof RecordedSegment>

/** The playlist of a recording, all of which is in one file. Source: RFC 8216bis, 4.4. */
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
