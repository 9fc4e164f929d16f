import type { recordingAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { recordingHref } from '#features/live/livestreams/recordings.contract.ts'
import { isoDuration } from '#features/live/player/play-time.contract.ts'
import { videoJsonLd } from '../json-ld.ts'
import type { PageJsonLd } from '../page.ts'
import { recordingCard } from './recording-head.ts'
import { recordingIn } from './recording-in.ts'

/** Describes a recording. Source: schema.org, VideoObject */
export const recordingJsonLd: PageJsonLd<typeof recordingAddress> = (cache, address, site) => {
  const recording = recordingIn(cache, address)
  if (!recording) return []
  const facts = {
    ...recording,
    href: recordingHref(recording),
    picture: recordingCard(recording, site.name).path,
    uploadDate: recording.startedAt,
  }
  return [{ ...videoJsonLd(facts, site), duration: isoDuration(recording.seconds) }]
}
