import { type ComponentProps, Suspense, useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import type { Player as PlayerView } from '#features/live/player/player.tsx'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { neverChanges } from '#web/never-changes.ts'

type PictureProps = ComponentProps<typeof PlayerView>

/** The player. Its code is loaded only when there is something to play. */
const Player = lazyPart<PictureProps>(
  async () => (await import('#features/live/player/player.tsx')).Player,
  () => (
    <div className="stage-panel">
      <p className="stage-title">{t('The player failed to load')}</p>
      <Button onClick={() => location.reload()}>{t('Reload the page')}</Button>
    </div>
  ),
)

/** The video area of a livestream or recording. */
export function Picture(props: PictureProps) {
  const isInBrowser = useIsInBrowser()
  if (!isInBrowser) return <WithoutScripts {...props} />
  return (
    <Suspense>
      <Player {...props} />
    </Suspense>
  )
}

/** For browsers without JavaScript, some of which can play HLS. */
const WithoutScripts = ({ src, title }: PictureProps) => (
  <noscript>
    {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions come with the stream; there is no track file */}
    <video className="stage-film" src={src} controls playsInline preload="metadata" aria-label={title} />
  </noscript>
)

const useIsInBrowser = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
