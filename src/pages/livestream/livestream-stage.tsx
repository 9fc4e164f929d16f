import { t } from '#messages/messages.ts'
import './stage.css'
import type { Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import type { Fullscreen } from '#features/live/player/fullscreen.hooks.ts'
import { Picture } from './picture.tsx'
import { StagePanel } from './stage-panel.tsx'
import type { StageState } from './stage-state.ts'

interface StageProps {
  stream: Livestream
  state: StageState
  fullscreen: Fullscreen
  setStage: (element: HTMLElement | null) => void
  onLost: () => void
}

/** The player, or a message in its place. Dark in both themes. */
export function LivestreamStage({ stream, state, fullscreen, setStage, onLost }: StageProps) {
  const { playbackUrl, title } = stream
  const isPlaying = playbackUrl !== null && (state === 'live' || state === 'interrupted')
  return (
    <div ref={setStage} className="stage dark" data-state={state}>
      {isPlaying && <Picture src={playbackUrl} title={title} fullscreen={fullscreen} onLost={onLost} />}
      {state !== 'live' && <StagePanel stream={stream} state={state} />}
      <output className="visually-hidden">{announced[state]}</output>
    </div>
  )
}

/** Announcements for screen readers. */
const announced: Record<StageState, string> = {
  live: t('The stream is live.'),
  interrupted: t('The stream is interrupted.'),
  starting: t('The stream is starting.'),
  scheduled: '',
  waiting: t('The stream hasn’t started.'),
  offline: t('The stream is offline.'),
}
