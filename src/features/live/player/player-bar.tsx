import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { IconButton } from '#ui/button.tsx'
import { visuallyHidden } from '#ui/visually-hidden.tsx'
import type { PlayerActions } from './actions.hooks.ts'
import type { Fullscreen } from './fullscreen.hooks.ts'
import { PlayClock, SeekBar, Speeds } from './seek-bar.tsx'
import type { Source } from './sources.contract.ts'
import type { Timeline } from './timeline.hooks.ts'
import type { VideoState } from './video-state.hooks.ts'

interface BarProps {
  state: VideoState
  source: Source | null
  actions: PlayerActions
  fullscreen: Fullscreen
  isLive: boolean
  /** For recordings only. */
  timeline: Timeline | null
}

/** The player's controls. */
export function PlayerBar({ state, source, actions, fullscreen, isLive, timeline }: BarProps) {
  const { isPaused, captions, isInPicture } = state
  return (
    <div className="player-bar">
      {timeline && <SeekBar timeline={timeline} onSeek={actions.seekTo} />}
      <IconButton
        icon={isPaused ? 'play' : 'pause'}
        label={isPaused ? t('Play') : t('Pause')}
        aria-keyshortcuts="Space K"
        onClick={actions.togglePaused}
      />
      <Volume state={state} actions={actions} />
      {isLive && <GoLive state={state} onGoLive={actions.goLive} />}
      {timeline && <PlayClock timeline={timeline} />}
      <span className="push" />
      {timeline && <Speeds speed={timeline.speed} onChoose={actions.setSpeed} />}
      {source && <Qualities source={source} />}
      {captions !== 'none' && (
        <IconButton
          icon="captions"
          label={t('Captions')}
          aria-keyshortcuts="C"
          aria-pressed={captions === 'on'}
          onClick={actions.toggleCaptions}
        />
      )}
      {document.pictureInPictureEnabled && (
        <IconButton
          icon="picture-in-picture-2"
          label={t('Picture-in-picture')}
          aria-pressed={isInPicture}
          onClick={() => void actions.togglePicture()}
        />
      )}
      <IconButton
        icon={fullscreen.isOn ? 'minimize' : 'maximize'}
        label={fullscreen.isOn ? t('Exit fullscreen') : t('Fullscreen')}
        aria-keyshortcuts="F"
        onClick={fullscreen.toggle}
      />
    </div>
  )
}

const Volume = ({ state: { isMuted, volume }, actions }: Pick<BarProps, 'state' | 'actions'>) => (
  <>
    <IconButton
      icon={isMuted ? 'volume-x' : 'volume-2'}
      label={isMuted ? t('Unmute') : t('Mute')}
      aria-keyshortcuts="M"
      onClick={actions.toggleMuted}
    />
    <input
      type="range"
      className="player-volume"
      aria-label={t('Volume')}
      aria-valuetext={isMuted ? t('Muted') : t('{volume} percent', { volume: Math.round(volume * 100) })}
      min={0}
      max={1}
      step={0.05}
      value={isMuted ? 0 : volume}
      onChange={({ target }) => actions.setVolume(Number(target.value))}
    />
  </>
)

interface GoLiveProps {
  state: VideoState
  onGoLive: () => void
}

/** Shows the latency and whether playback is live, and jumps to live. */
const GoLive = ({ state: { isLive, latencySeconds }, onGoLive }: GoLiveProps) => (
  <button
    type="button"
    className="player-live"
    data-live={isLive || undefined}
    aria-keyshortcuts="L"
    onClick={onGoLive}
  >
    <span className="player-live-dot" />
    {isLive ? t('Live') : t('Go to live')}
    {latencySeconds !== null && (
      <span className="player-live-delay">
        {rich('{latencySeconds} s<hidden> behind the broadcast</hidden>', {
          latencySeconds,
          hidden: visuallyHidden,
        })}
      </span>
    )}
  </button>
)

function Qualities({ source }: { source: Source }) {
  const qualities = source.qualities()
  if (qualities.length === 0) return null
  return (
    <select
      className="player-select"
      aria-label={t('Quality')}
      value={source.quality()}
      onChange={({ target }) => source.choose(Number(target.value))}
    >
      <option value={-1}>{t('Auto')}</option>
      {qualities.map(({ level, label }) => (
        <option key={level} value={level}>
          {label}
        </option>
      ))}
    </select>
  )
}
