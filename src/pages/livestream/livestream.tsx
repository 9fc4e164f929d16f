import { t } from '#messages/messages.ts'
import './livestream.css'
import { Suspense } from 'react'
import { ChatPanel } from '#features/live/chat/chat-panel.tsx'
import {
  livestreamAddress,
  livestreamsAddress,
  manageLivestreamsAddress,
} from '#features/live/livestreams/livestream-addresses.contract.ts'
import type { Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { useLivestreams, useWatchedLivestream } from '#features/live/livestreams/watching.hooks.ts'
import { RecordingsCard } from '#features/live/livestreams/recordings-card.tsx'
import { useMayPublish, useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Skeletons } from '#ui/skeleton.tsx'
import { LoadFailed } from '../load-failed.tsx'
import type { PageProps, PageView } from '../page.ts'
import { LiveBadge } from './live-badge.tsx'
import { LivestreamActions } from './livestream-actions.tsx'
import { BroadcasterCard, LivestreamDetails, MoreLivestreams } from './livestream-cards.tsx'
import { livestreamHead } from './livestream-head.ts'
import { livestreamIn, type LivestreamsAddress } from './livestream-in.ts'
import { LivestreamStage } from './livestream-stage.tsx'
import { stageState } from './stage-state.ts'
import { useUpcoming } from './upcoming.ts'
import { useStage, Watching } from './watching.tsx'

export const livestreamView: PageView<LivestreamsAddress> = {
  View: LivestreamPage,
  head: (cache, address) => {
    const stream = livestreamIn(cache, address)
    if (stream) return livestreamHead(stream, cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead')
    if (address.params && !('id' in address.params))
      return { title: t('Live Stream'), description: t('Live streams by members of this site.') }
    return { title: stream === null ? t('Stream Not Found') : t('Live Stream'), noindex: true }
  },
}

function LivestreamPage({ params }: PageProps<LivestreamsAddress>) {
  return (
    <div className="page livestream-page">
      {params === null ? <NotFound /> : 'id' in params ? <LivestreamById id={params.id} /> : <FirstLivestream />}
    </div>
  )
}

/** The livestream that is live or, if none is, the next one. */
function FirstLivestream() {
  const { data, error, refetch } = useLivestreams()
  if (data?.[0]) return <LivestreamById id={data[0].id} />
  if (data) return <NoLivestreams />
  if (error) return <LoadFailed title={t('Error Loading Streams')} reason={error} onRetry={() => void refetch()} />
  return <Skeletons count={1} label={t('Loading streams')} />
}

function LivestreamById({ id }: { id: number }) {
  const { data: stream, error, refetch } = useWatchedLivestream(id)
  if (stream) return <WatchedLivestream key={id} stream={stream} onLost={() => void refetch()} />
  if (stream === null) return <NotFound />
  if (error) return <LoadFailed title={t('Error Loading Stream')} reason={error} onRetry={() => void refetch()} />
  return <Skeletons count={1} label={t('Loading stream')} />
}

/** Loaded only for readers. */
const OwnStreamsLink = lazyPart(
  async () => (await import('./own-streams-link.tsx')).OwnStreamsLink,
  () => null,
)

/** For readers who have livestreams. */
function ReaderStreamsLink() {
  const mayPublish = useMayPublish()
  const isReader = useViewer() !== null && !mayPublish
  return (
    isReader && (
      <Suspense>
        <OwnStreamsLink />
      </Suspense>
    )
  )
}

const NoLivestreams = () => (
  <EmptyState
    icon="radio"
    title={t('No Live Streams')}
    isPageTitle
    actions={
      <>
        <ButtonLink
          href={manageLivestreamsAddress.href()}
          variant="primary"
          icon="video"
          className="for-members for-writers"
        >
          {t('Start Streaming')}
        </ButtonLink>
        <ReaderStreamsLink />
      </>
    }
  >
    {t('No one is live, and no streams are scheduled. Check back later.')}
  </EmptyState>
)

const NotFound = () => (
  <EmptyState
    icon="radio"
    title={t('Stream Not Found')}
    isPageTitle
    actions={<ButtonLink href={livestreamsAddress.href()}>{t('See all streams')}</ButtonLink>}
  >
    {t('This stream doesn’t exist, is private, or has been deleted.')}
  </EmptyState>
)

interface WatchedProps {
  stream: Livestream
  onLost: () => void
}

function WatchedLivestream({ stream, onLost }: WatchedProps) {
  const { setStage, fullscreen } = useStage()
  const state = stageState(stream, useUpcoming(stream))
  const isOwn = useViewer()?.id === stream.user.id
  return (
    <Watching
      of={stream}
      address={livestreamAddress.href({ id: stream.id })}
      publishedAt={stream.createdAt}
      stage={<LivestreamStage {...{ stream, state, fullscreen, setStage, onLost }} />}
      facts={
        <>
          {stream.status === 'active' && <LiveBadge />}
          <span className="watching-viewers">
            <Icon name="users" />
            {t('{viewers, plural, one {# viewer} other {# viewers}}', { viewers: stream.viewers })}
          </span>
          <LivestreamActions stream={stream} fullscreen={fullscreen} />
        </>
      }
      chat={<ChatPanel key={stream.id} livestreamId={stream.id} hidesIfUnused={stream.status !== 'active'} />}
    >
      <div className="watching-cards">
        <BroadcasterCard stream={stream} />
        <LivestreamDetails stream={stream} />
        {stream.status !== 'active' && <RecordingsCard livestreamId={stream.id} title={t('Recordings')} />}
        <MoreLivestreams except={stream.id} />
        {!isOwn && <ReaderStreamsLink />}
      </div>
    </Watching>
  )
}
