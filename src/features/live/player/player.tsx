import './player.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { playerActions } from './actions.hooks.ts'
import type { Fullscreen } from './fullscreen.hooks.ts'
import { useIdle } from './idle.hooks.ts'
import { PlayerBar } from './player-bar.tsx'
import { usePlayerKeys } from './player-keys.hooks.ts'
import type { RecordedSource } from './sources.contract.ts'
import { useSource } from './sources.hooks.ts'
import { useTimeline } from './timeline.hooks.ts'
import { useVideoState } from './video-state.hooks.ts'

interface PlayerProps {
  /** The URL of the playlist. */
  src: string
  /** The title of the livestream or recording. */
  title: string
  fullscreen: Fullscreen
  /** Called when playback fails; the player retries automatically. */
  onLost: () => void
  /** Omitted for live playback. */
  recorded?: RecordedSource | undefined
}

/** Plays a livestream or a recording. Keys: space or K, M, F, C, and the arrows; L for livestreams; Home, End, and
 *  digits for recordings. */
export function Player({ src, title, fullscreen, onLost, recorded }: PlayerProps) {
  const [player, setPlayer] = useState<HTMLElement | null>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [isMutedByBrowser, setMutedByBrowser] = useState(false)
  const startAt = recorded?.startAt ?? null
  const source = useSource(video, src, { startAt, onLost, onMuted: () => setMutedByBrowser(true) })
  const state = useVideoState(video, source)
  const timeline = useTimeline(video, recorded)
  const actions = playerActions(video, source)
  const isIdle = useIdle(player)
  usePlayerKeys(player, { actions, isLive: !recorded, toggleFullscreen: fullscreen.toggle })
  const asksForSound = isMutedByBrowser && state.isMuted && !state.isPaused
  return (
    <section
      ref={setPlayer}
      className="player"
      aria-label={t('Player')}
      data-idle={(isIdle && !state.isPaused) || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions come with the stream; there is no track file */}
      <video
        ref={setVideo}
        className="player-video"
        playsInline
        tabIndex={0}
        aria-label={title}
        onClick={() => actions.togglePaused()}
        onDoubleClick={fullscreen.toggle}
      />
      {state.isWaiting && <Waiting />}
      {state.isPaused && source && <PlayOverlay onPlay={actions.togglePaused} />}
      {asksForSound && (
        <Button variant="primary" icon="volume-x" className="player-unmute" onClick={actions.toggleMuted}>
          {t('Unmute')}
        </Button>
      )}
      <PlayerBar {...{ state, timeline, source, actions, fullscreen }} isLive={!recorded} />
    </section>
  )
}

const Waiting = () => (
  <output className="player-waiting">
    <Icon name="loader-circle" />
    <span className="visually-hidden">{t('Loading video')}</span>
  </output>
)

/** A large button over the video; keyboard users use the one in the control bar. */
const PlayOverlay = ({ onPlay }: { onPlay: () => void }) => (
  <button type="button" className="player-over" tabIndex={-1} aria-hidden="true" onClick={onPlay}>
    <Icon name="play" />
  </button>
)
