import './go-live.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { ChatPanel } from '#features/live/chat/chat-panel.tsx'
import { unsupportedReason } from '#features/live/studio/media-devices.hooks.ts'
import { useStudio } from '#features/live/studio/studio.hooks.ts'
import {
  type goLiveAddress,
  livestreamAddress,
  manageLivestreamsAddress,
} from '#features/live/livestreams/livestream-addresses.contract.ts'
import type { OwnLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { useOwnLivestreams } from '#features/live/livestreams/livestreams.hooks.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { LoadFailed } from '../load-failed.tsx'
import type { PageProps, PageView } from '../page.ts'
import { StudioView } from './studio-view.tsx'

export const goLiveView: PageView<typeof goLiveAddress> = {
  View: GoLivePage,
  head: () => ({ title: t('Go live'), noindex: true }),
}

function GoLivePage({ params }: PageProps<typeof goLiveAddress>) {
  const viewer = useViewer()
  return (
    <div className="page go-live-page">
      {!params ? (
        <NotFound />
      ) : viewer ? (
        <OwnStream id={params.id} />
      ) : (
        <Skeletons count={1} label={t('Loading your livestream')} />
      )}
    </div>
  )
}

function OwnStream({ id }: { id: number }) {
  const { data: streams, error, refetch } = useOwnLivestreams()
  const stream = streams?.find((one) => one.id === id)
  if (stream) return <GoLive key={id} stream={stream} />
  if (streams) return <NotFound />
  if (error) return <LoadFailed title={t('Error Loading Stream')} reason={error} onRetry={() => void refetch()} />
  return <Skeletons count={1} label={t('Loading your livestream')} />
}

function GoLive({ stream }: { stream: OwnLivestream }) {
  const [lack] = useState(() => (stream.takesBrowsers ? unsupportedReason() : onlyFromSoftware))
  if (lack !== null) return <Cannot reason={lack} />
  return (
    <>
      <PageHead
        title={t('Go live')}
        subtitle={<bdi>{stream.title}</bdi>}
        actions={
          <ButtonLink icon="eye" variant="plain" href={livestreamAddress.href({ id: stream.id })} target="_blank">
            {t('What viewers see')}
          </ButtonLink>
        }
      />
      <div className="go-live">
        <AtStudio stream={stream} />
        <ChatPanel livestreamId={stream.id} />
      </div>
    </>
  )
}

function AtStudio({ stream }: { stream: OwnLivestream }) {
  const studio = useStudio(stream.id)
  return <StudioView stream={stream} studio={studio} />
}

const onlyFromSoftware = t(
  'This site accepts broadcasts only from streaming software such as OBS. Your livestreams page explains how to set it up.',
)

const toManagement = (
  <ButtonLink href={manageLivestreamsAddress.href()} variant="primary">
    {t('Your livestreams')}
  </ButtonLink>
)

const Cannot = ({ reason }: { reason: string }) => (
  <EmptyState icon="video-off" title={t('You can’t go live here')} isPageTitle actions={toManagement}>
    {reason}
  </EmptyState>
)

const NotFound = () => (
  <EmptyState icon="radio" title={t('Stream Not Found')} isPageTitle actions={toManagement}>
    {t('This livestream doesn’t belong to you, or it was deleted.')}
  </EmptyState>
)
