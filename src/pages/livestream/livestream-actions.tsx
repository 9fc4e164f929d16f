import { useState } from 'react'
import { t } from '#messages/messages.ts'
import {
  livestreamAddress,
  manageLivestreamsAddress,
} from '#features/live/livestreams/livestream-addresses.contract.ts'
import { type Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import type { Fullscreen } from '#features/live/player/fullscreen.hooks.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { share } from '#ui/share.ts'

interface ActionsProps {
  stream: Livestream
  fullscreen: Fullscreen
}

export function LivestreamActions({ stream: { id, title, user }, fullscreen }: ActionsProps) {
  const isOwn = useViewer()?.id === user.id
  const [isLiked, setLiked] = useState(false) // Source: docs/product.md, Livestream
  return (
    <div className="livestream-actions">
      <Button
        variant="plain"
        size="s"
        icon="heart"
        className="livestream-like"
        aria-pressed={isLiked}
        onClick={() => setLiked(!isLiked)}
      >
        {isLiked ? t('Liked') : t('Like')}
      </Button>
      <Button
        variant="plain"
        size="s"
        icon="share-2"
        onClick={() => void share({ url: location.origin + livestreamAddress.href({ id }), title })}
      >
        {t('Share')}
      </Button>
      <Button variant="plain" size="s" icon="maximize" onClick={fullscreen.toggle}>
        {t('Fullscreen')}
      </Button>
      {isOwn && (
        <ButtonLink variant="plain" size="s" icon="sliders-horizontal" href={manageLivestreamsAddress.href()}>
          {t('Manage Streams')}
        </ButtonLink>
      )}
    </div>
  )
}
