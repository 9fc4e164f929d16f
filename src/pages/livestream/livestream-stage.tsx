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
  live: 'The stream is live.',
  interrupted: 'The stream is interrupted.',
  starting: 'The stream is starting.',
  scheduled: '',
  waiting: 'The stream hasn’t started.',
  offline: 'The stream is offline.',
}
