import { livestreamImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import { livestreamAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { type Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { videoJsonLd } from '../json-ld.ts'
import type { PageJsonLd, SiteFacts } from '../page.ts'
import { livestreamIn, type LivestreamsAddress } from './livestream-in.ts'

/** Describes a livestream. Source: schema.org, VideoObject, BroadcastEvent */
export const livestreamJsonLd: PageJsonLd<LivestreamsAddress> = (cache, address, site) => {
  const stream = livestreamIn(cache, address)
  return stream ? [video(stream, site)] : []
}

function video(stream: Livestream, site: SiteFacts): object {
  const facts = {
    ...stream,
    href: livestreamAddress.href({ id: stream.id }),
    picture: livestreamImageLink(stream, site.name).path,
    uploadDate: stream.startedAt ?? stream.createdAt,
  }
  return { ...videoJsonLd(facts, site), ...broadcast(stream) }
}

function broadcast({ status, title, startedAt, scheduledAt }: Livestream): object {
  const startDate = status === 'active' ? startedAt : (scheduledAt ?? startedAt)
  if (startDate === null) return {}
  return {
    publication: { '@type': 'BroadcastEvent', name: title, isLiveBroadcast: status === 'active', startDate },
  }
}
