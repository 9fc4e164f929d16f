import { t } from '#messages/messages.ts'
import { manageLivestreamsAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { useHasLivestreams } from '#features/live/livestreams/livestreams.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'

/** A link to the viewer's livestreams, if there are any. Only for readers: other members have it in the navigation. */
export const OwnStreamsLink = () =>
  useHasLivestreams() && (
    <ButtonLink className="own-streams-link" icon="sliders-horizontal" href={manageLivestreamsAddress.href()}>
      {t('Manage Streams')}
    </ButtonLink>
  )
