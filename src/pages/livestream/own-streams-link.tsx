import { t } from '#messages/messages.ts'
import { manageLivestreamsAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { useHasLivestreams } from '#features/live/livestreams/livestreams.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'

/** A link to the viewer's livestreams, if there are any. Only readers need it: the navigation offers it to others. */
export const OwnStreamsLink = () =>
  useHasLivestreams() && (
    <ButtonLink className="livestream-own" icon="sliders-horizontal" href={manageLivestreamsAddress.href()}>
      {t('Manage Streams')}
    </ButtonLink>
  )
