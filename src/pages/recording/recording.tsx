import './recording.css'
import '../livestream/livestream.css'
import '../livestream/stage.css'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { ChatReplayPanel } from '#features/live/chat/chat-replay.tsx'
import {
  livestreamAddress,
  livestreamsAddress,
  type recordingAddress,
} from '#features/live/livestreams/livestream-addresses.contract.ts'
import { PlayDuration } from '#features/live/livestreams/recording-link.tsx'
import { RecordingsCard } from '#features/live/livestreams/recordings-card.tsx'
import { type Recording, recordingHref } from '#features/live/livestreams/recordings.contract.ts'
import { useRecording } from '#features/live/livestreams/recordings.hooks.ts'
import type { Fullscreen } from '#features/live/player/fullscreen.hooks.ts'
import { startIn } from '#features/live/player/play-time.contract.ts'
import { siteQuery } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'
import { BroadcasterCard } from '../livestream/livestream-cards.tsx'
import { Picture } from '../livestream/picture.tsx'
import { useStage, Watching } from '../livestream/watching.tsx'
import { LoadFailed } from '../load-failed.tsx'
import type { PageProps, PageView } from '../page.ts'
import { RecordingActions } from './recording-actions.tsx'
import { recordingHead } from './recording-head.ts'
import { recordingIn } from './recording-in.ts'

export const recordingView: PageView<typeof recordingAddress> = {
  View: RecordingPage,
  head: (cache, address) => {
    const recording = recordingIn(cache, address)
    if (recording) return recordingHead(recording, cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead')
    return { title: recording === null ? t('Recording Not Found') : t('Recording'), noindex: true }
  },
}

function RecordingPage({ params }: PageProps<typeof recordingAddress>) {
  return (
    <div className="page livestream-page">
      {params ? <RecordingById key={params.recordingId} {...params} /> : <NotFound />}
    </div>
  )
}

function RecordingById({ id, recordingId }: { id: number; recordingId: number }) {
  const { data: recording, error, refetch } = useRecording(id, recordingId)
  if (recording) return <WatchedRecording recording={recording} onLost={() => void refetch()} />
  if (recording === null) return <NotFound />
  if (error) return <LoadFailed title={t('Error Loading Recording')} reason={error} onRetry={() => void refetch()} />
  return <Skeletons count={1} label={t('Loading recording')} />
}

const NotFound = () => (
  <EmptyState
    icon="video"
    title={t('Recording Not Found')}
    isPageTitle
    actions={<ButtonLink href={livestreamsAddress.href()}>{t('See all streams')}</ButtonLink>}
  >
    {t('This recording doesn’t exist, is private, or has been deleted.')}
  </EmptyState>
)

interface WatchedProps {
  recording: Recording
  onLost: () => void
}

function WatchedRecording({ recording, onLost }: WatchedProps) {
  const { livestreamId, startedAt, seconds } = recording
  const { setStage, fullscreen } = useStage()
  const [second, setSecond] = useState(0)
  return (
    <Watching
      of={recording}
      address={recordingHref(recording)}
      publishedAt={recording.startedAt}
      stage={
        <div ref={setStage} className="stage dark" data-state="recorded">
          <RecordedVideo {...{ recording, fullscreen, onLost, onTime: setSecond }} />
        </div>
      }
      facts={
        <>
          <span className="recording-facts">
            <span>{rich('Live on {date}', { date: <Time iso={startedAt} as="long" /> })}</span>
            <span aria-hidden="true">·</span>
            <PlayDuration seconds={seconds} />
          </span>
          <RecordingActions recording={recording} second={second} fullscreen={fullscreen} />
        </>
      }
      chat={<ChatReplayPanel recording={recording} second={second} />}
    >
      <div className="watching-cards">
        <BroadcasterCard stream={recording} />
        <RecordingsCard livestreamId={livestreamId} title={t('More recordings')} except={recording.id} />
      </div>
      <p>
        <ButtonLink href={livestreamAddress.href({ id: livestreamId })} icon="radio" size="s">
          {t('Go to the livestream')}
        </ButtonLink>
      </p>
    </Watching>
  )
}

interface VideoProps extends WatchedProps {
  fullscreen: Fullscreen
  onTime: (second: number) => void
}

function RecordedVideo({ recording: { title, playbackUrl, seconds }, fullscreen, onLost, onTime }: VideoProps) {
  const startAt = startIn(useSearch())
  if (playbackUrl === null)
    return (
      <div className="stage-panel">
        <p className="stage-title">{t('This recording can’t be played')}</p>
        <p className="stage-text">{t('It was made with a streaming service that this site no longer uses.')}</p>
      </div>
    )
  return <Picture src={playbackUrl} recorded={{ seconds, startAt, onTime }} {...{ title, fullscreen, onLost }} />
}
