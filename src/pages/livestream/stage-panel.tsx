import type { ReactNode } from 'react'
import { getLivestreamCalendar, type Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Countdown, LocalMoment } from './countdown.tsx'
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
    'Be right back',
    'The broadcaster lost their connection. The stream will resume when they’re back.',
  ),
  starting: said('The stream is starting', 'The video will start in a moment.'),
  waiting: said(waitingText, 'You can leave this page open. The stream will start automatically.'),
  scheduled: said(waitingText, 'You can leave this page open. The stream will start automatically.'),
  offline: said(offlineText, 'Watch another stream, or check back later.'),
}

const Scheduled = ({ stream: { id, status }, iso }: { stream: Livestream; iso: string }) => (
  <>
    <p className="stage-overline">Starts in</p>
    <Countdown iso={iso} />
    <LocalMoment iso={iso} />
    <ButtonLink
      href={getLivestreamCalendar.href({ id })}
      icon="calendar"
      size="s"
      className="stage-calendar"
      target="_self"
    >
      Add to calendar
    </ButtonLink>
    <p className="stage-text">{status === 'idle' ? waitingText : offlineText}</p>
  </>
)
