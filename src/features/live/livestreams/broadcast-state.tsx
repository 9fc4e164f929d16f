import { locale, t } from '#messages/messages.ts'
import './broadcast-state.css'
import { Icon } from '#ui/icon.tsx'
import type { OwnLivestream } from './livestreams.contract.ts'
import type { BroadcastReport } from '#providers/streaming/streaming.contract.ts'

/** Describes the broadcast's state and suggests encoder changes. */
export const BroadcastState = ({ stream }: { stream: OwnLivestream }) => (
  <div className="broadcast-state">
    <output className={isAboutStarting(stream) ? 'for-writers' : undefined}>{sentenceOf(stream)}</output>
    {stream.status === 'active' && stream.report && <p className="meta">{factsOf(stream.report).join(' · ')}</p>}
    {stream.report && stream.report.hints.length > 0 && (
      <ul className="broadcast-state-hints">
        {stream.report.hints.map((hint) => (
          <li key={hint}>
            <Icon name="triangle-alert" />
            <span>{hint}</span>
          </li>
        ))}
      </ul>
    )}
    <p className="meta">{t('Status updates every 5 seconds')}</p>
  </div>
)

/** Readers cannot start or enable a livestream. */
const isAboutStarting = ({ status }: OwnLivestream) => status === 'idle' || status === 'offline'

function sentenceOf({ status, isInterrupted }: OwnLivestream): string {
  if (status === 'active' && isInterrupted)
    return t('Your encoder has disconnected. Viewers are waiting for it to reconnect.')
  if (status === 'active') return t('You are live.')
  if (status === 'idle') return t('Ready. Waiting for your encoder to start.')
  if (status === 'offline') return t('Disabled: encoders cannot connect. Enable the livestream before you start.')
  return t('Status from the streaming provider: {status}', { status })
}

const numbers = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 })

function factsOf(report: BroadcastReport): string[] {
  const { video, audio, width, height, framesPerSecond, kilobitsPerSecond, keyframeSeconds } = report
  return [
    video,
    width !== null && height !== null && `${width} × ${height}`,
    framesPerSecond !== null && t('{number} frames/s', { number: numbers.format(framesPerSecond) }),
    audio,
    kilobitsPerSecond !== null && t('{number} kbit/s', { number: numbers.format(kilobitsPerSecond) }),
    keyframeSeconds !== null && t('keyframe every {seconds} s', { seconds: numbers.format(keyframeSeconds) }),
  ].filter((fact) => typeof fact === 'string')
}
