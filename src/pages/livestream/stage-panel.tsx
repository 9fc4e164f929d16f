import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { livestreamAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { getLivestreamCalendar, type Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { PlayDuration } from '#features/live/livestreams/recording-link.tsx'
import { recordingHref } from '#features/live/livestreams/recordings.contract.ts'
import { useRecordings } from '#features/live/livestreams/recordings.hooks.ts'
import { useLivestreams } from '#features/live/livestreams/watching.hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Time } from '#ui/time.tsx'
import { Countdown, ReaderStartTime, StartTime } from './countdown.tsx'
import { nextStream, useUpcoming } from './upcoming.ts'
import { offlineText, type StageState, waitingText } from './stage-state.ts'

interface PanelProps {
  stream: Livestream
  state: Exclude<StageState, 'live'>
}

/** The message shown in place of the video. */
export function StagePanel({ stream, state }: PanelProps) {
  const { user, scheduledAt } = stream
  return (
    <div className="stage-panel" data-state={state}>
      <span className="stage-face">
        <Avatar name={user.displayName} image={user.profileImage} size="l" />
      </span>
      {state === 'scheduled' && scheduledAt !== null ? <Scheduled stream={stream} iso={scheduledAt} /> : words[state]}
      {(state === 'waiting' || state === 'offline') && <WhileOffline stream={stream} />}
    </div>
  )
}

const said = (title: string, text: string): ReactNode => (
  <>
    <p className="stage-title">{title}</p>
    <p className="stage-text">{text}</p>
  </>
)

const words: Record<PanelProps['state'], ReactNode> = {
  interrupted: said(
    t('Be right back'),
    t('The broadcaster lost their connection. The stream will resume when they’re back.'),
  ),
  starting: said(t('The stream is starting'), t('The video will start in a moment.')),
  waiting: said(waitingText(), t('You can leave this page open. The stream will start automatically.')),
  scheduled: said(waitingText(), t('You can leave this page open. The stream will start automatically.')),
  offline: <p className="stage-title">{offlineText()}</p>,
}

/** Links to the last recording and the next stream while this stream is offline. */
function WhileOffline({ stream: { id } }: { stream: Livestream }) {
  const [last] = useRecordings(id).data ?? []
  const next = nextStream(useLivestreams().data ?? [], id)
  return (
    <>
      {last && (
        <div className="stage-meanwhile">
          <ButtonLink href={recordingHref(last)} icon="play" size="s" variant="primary">
            {t('Watch the last recording')}
          </ButtonLink>
          <p className="stage-text">
            <bdi>{last.title}</bdi>, <PlayDuration seconds={last.seconds} />, <Time iso={last.startedAt} as="date" />
          </p>
        </div>
      )}
      {next?.scheduledAt && <NextStream stream={next} iso={next.scheduledAt} />}
      {!last && !next && <p className="stage-text">{t('Check back later, or watch another stream.')}</p>}
    </>
  )
}

/** The next stream with a reminder. Renders nothing once its announced start has passed. */
function NextStream({ stream, iso }: { stream: Livestream; iso: string }) {
  if (!useUpcoming(stream)) return null
  return (
    <div className="stage-meanwhile">
      <p>
        {rich('Next: {stream}', {
          stream: (
            <Link href={livestreamAddress.href({ id: stream.id })} className="stage-next">
              <bdi>{stream.title}</bdi>
            </Link>
          ),
        })}
      </p>
      <p className="stage-text">
        <StartTime iso={iso} />
      </p>
      <ButtonLink href={getLivestreamCalendar.href({ id: stream.id })} icon="calendar" size="s" target="_self">
        {t('Add to calendar')}
      </ButtonLink>
    </div>
  )
}

const Scheduled = ({ stream: { id, status }, iso }: { stream: Livestream; iso: string }) => (
  <>
    <p className="stage-overline">{t('Starts in')}</p>
    <Countdown iso={iso} />
    <ReaderStartTime iso={iso} />
    <ButtonLink
      href={getLivestreamCalendar.href({ id })}
      icon="calendar"
      size="s"
      className="stage-calendar"
      target="_self"
    >
      {t('Add to calendar')}
    </ButtonLink>
    <p className="stage-text">{status === 'idle' ? waitingText() : offlineText()}</p>
  </>
)
