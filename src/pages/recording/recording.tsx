import './recording.css'
import '../livestream/livestream.css'
import '../livestream/stage.css'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { ChatReplayPanel } from '#features/chat/chat-replay.tsx'
import { livestreamHref } from '#features/livestreams/livestreams.contract.ts'
import { PlayLength } from '#features/livestreams/recording-link.tsx'
import { RecordingsCard } from '#features/livestreams/recordings-card.tsx'
import type { Recording } from '#features/livestreams/recordings.contract.ts'
import { useRecording } from '#features/livestreams/recordings.hooks.ts'
import { useFullscreen } from '#features/player/fullscreen.hooks.ts'
import { beginIn } from '#features/player/play-time.contract.ts'
import { siteQuery } from '#features/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { BroadcasterCard } from '../livestream/livestream-cards.tsx'
import { Picture } from '../livestream/picture.tsx'
import { LoadFailed } from '../load-failed.tsx'
import type { PageAddress, PageView } from '../page.ts'
import { RecordingActions } from './recording-actions.tsx'
import { recordingHead } from './recording-head.ts'
import { recordingIds, recordingIn } from './recording-in.ts'

export const recordingPage: PageView = {
  View: RecordingPage,
  head: (cache, address) => {
    const recording = recordingIn(cache, address)
    if (recording) return recordingHead(recording, cache.getQueryData(siteQuery.queryKey)?.name ?? 'Devstead')
    return { title: recording === null ? 'Recording Not Found' : 'Recording', noindex: true }
  },
}

function RecordingPage({ params }: PageAddress) {
  const ids = recordingIds({ params })
  return <div className="page livestream-page">{ids ? <RecordingById key={ids[1]} ids={ids} /> : <NotFound />}</div>
}

function RecordingById({ ids }: { ids: [livestreamId: number, id: number] }) {
  const { data: recording, error, refetch } = useRecording(...ids)
  if (recording) return <Watching recording={recording} onLost={() => void refetch()} />
  if (recording === null) return <NotFound />
  if (error) return <LoadFailed title="Error Loading Recording" reason={error} onRetry={() => void refetch()} />
  return <Skeletons count={1} label="Loading recording" />
}

const NotFound = () => (
  <EmptyState
    icon="video"
    title="Recording Not Found"
    isPageTitle
    actions={<ButtonLink href="/livestream">See what is on</ButtonLink>}
  >
    This recording does not exist, it is private, or it has been deleted.
  </EmptyState>
)

interface WatchingProps {
  recording: Recording
  onLost: () => void
}

function Watching({ recording, onLost }: WatchingProps) {
  const { livestreamId, title, description, startedAt, seconds } = recording
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [second, setSecond] = useState(0)
  const fullscreen = useFullscreen(stage, () => showToast({ title: 'Fullscreen failed', variant: 'error' }))
  return (
    <article className="watching h-entry">
      <div ref={setStage} className="stage dark" data-state="recorded">
        <Film {...{ recording, fullscreen, onLost, onTime: setSecond }} />
      </div>
      <header className="watching-head">
        <h1 className="p-name" dir="auto">
          {title}
        </h1>
        <div className="watching-facts">
          <span className="recording-facts">
            <span>
              Live on <Time iso={startedAt} as="long" />
            </span>
            <span aria-hidden="true">·</span>
            <PlayLength seconds={seconds} />
          </span>
          <RecordingActions recording={recording} second={second} fullscreen={fullscreen} />
        </div>
      </header>
      <ChatReplayPanel recording={recording} second={second} />
      <div className="watching-more">
        {description !== '' && (
          <p className="watching-text p-summary" dir="auto">
            {description}
          </p>
        )}
        <div className="watching-cards">
          <BroadcasterCard stream={recording} />
          <RecordingsCard livestreamId={livestreamId} title="More recordings" except={recording.id} />
        </div>
        <p>
          <ButtonLink href={livestreamHref(livestreamId)} icon="radio" size="s">
            To the live stream
          </ButtonLink>
        </p>
      </div>
    </article>
  )
}

interface FilmProps extends WatchingProps {
  fullscreen: ReturnType<typeof useFullscreen>
  onTime: (second: number) => void
}

function Film({ recording: { title, playbackUrl, seconds }, fullscreen, onLost, onTime }: FilmProps) {
  const beginAt = beginIn(useSearch())
  if (playbackUrl === null)
    return (
      <div className="stage-panel">
        <p className="stage-title">This recording cannot be played now</p>
        <p className="stage-text">It was made with another streaming service than the site now uses.</p>
      </div>
    )
  return <Picture src={playbackUrl} recorded={{ seconds, beginAt, onTime }} {...{ title, fullscreen, onLost }} />
}
