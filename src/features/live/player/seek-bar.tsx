import { clockText, spokenTime } from './play-time.contract.ts'
import type { Timeline } from './timeline.hooks.ts'
import { t } from '#messages/messages.ts'

interface SeekBarProps {
  timeline: Timeline
  onSeek: (seconds: number) => void
}

/** Shows and changes the position in a recording, and shows how much is buffered. The player handles its keys. */
export const SeekBar = ({ timeline: { time, duration, buffered }, onSeek }: SeekBarProps) => (
  <div className="player-seek">
    <progress aria-hidden="true" max={duration} value={buffered} />
    <progress aria-hidden="true" className="player-seek-played" max={duration} value={time} />
    <input
      type="range"
      className="player-seek-range"
      aria-label={t('Seek')}
      aria-valuetext={t('{time} of {duration}', { time: spokenTime(time), duration: spokenTime(duration) })}
      min={0}
      max={duration}
      step="any"
      value={time}
      onChange={({ target }) => onSeek(Number(target.value))}
    />
  </div>
)

/** `1:05 / 12:00` */
export const PlayClock = ({ timeline: { time, duration } }: Pick<SeekBarProps, 'timeline'>) => (
  <span className="player-clock">
    {clockText(time)} <span className="player-clock-all">/ {clockText(duration)}</span>
  </span>
)

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2]

export const Speeds = ({ speed, onChoose }: { speed: number; onChoose: (speed: number) => void }) => (
  <select
    className="player-select"
    aria-label={t('Playback speed')}
    value={speed}
    onChange={({ target }) => onChoose(Number(target.value))}
  >
    {speeds.map((one) => (
      <option key={one} value={one}>
        {one}×
      </option>
    ))}
  </select>
)
