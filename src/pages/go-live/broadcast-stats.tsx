import { t } from '#messages/messages.ts'
import { type Studio, useStats } from '#features/live/studio/studio.hooks.ts'
import { LiveBadge } from '../livestream/live-badge.tsx'

interface Props {
  studio: Studio
  isFailing: boolean
  viewers: number
}

/** Shows that the stream is live, how long it has been live, and how good the connection is. */
export function BroadcastStats({ studio, isFailing, viewers }: Props) {
  const stats = useStats(studio)
  return (
    <div className="sending-facts">
      <LiveBadge />
      <output className="visually-hidden">{isFailing ? t('Connection lost.') : t('You are live.')}</output>
      {stats && (
        <>
          <span role="timer">{clockText(stats.seconds)}</span>
          <span>{t('{viewers, plural, one {# viewer} other {# viewers}}', { viewers })}</span>
          <span>{t('{number} kbit/s', { number: stats.kilobitsPerSecond })}</span>
          <span>{t('{droppedFrames} dropped', { droppedFrames: stats.droppedFrames })}</span>
          <span data-trouble={stats.queuedSeconds > longQueueSeconds || undefined}>
            {t('{seconds} s queued', { seconds: stats.queuedSeconds.toFixed(1) })}
          </span>
          {stats.isBehind && <span data-trouble>{t('Your computer can’t keep up. Choose a lower resolution.')}</span>}
        </>
      )}
    </div>
  )
}

const longQueueSeconds = 1.5

function clockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const two = (part: number) => String(part).padStart(2, '0')
