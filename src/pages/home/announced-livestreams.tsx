import './announced-livestreams.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { type AnnouncedLivestream } from '#features/live/livestreams/announced-livestreams.contract.ts'
import { useAnnouncedLivestreams } from '#features/live/livestreams/announced-livestreams.hooks.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { livestreamAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { formatTime } from '#schemas/time-zones.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LiveBadge } from '../livestream/live-badge.tsx'
import { countdownText, useSecondsUntil } from '../livestream/seconds-until.ts'

/** The livestreams that are live or coming up. Renders nothing if there are none. */
export function AnnouncedLivestreams() {
  const { data = [] } = useAnnouncedLivestreams()
  if (data.length === 0) return null
  return (
    <section className="announced" aria-label={t('Live streams')}>
      <ul className="entries">
        {data.map((stream) => (
          <li key={stream.id} className="announced-stream">
            <Announced stream={stream} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Announced = ({ stream: { id, title, status, scheduledAt, user } }: { stream: AnnouncedLivestream }) => (
  <>
    <Avatar name={user.displayName} image={user.profileImage} size="s" />
    <p className="announced-words">
      <Link href={livestreamAddress.href({ id })} className="announced-title">
        <bdi>{title}</bdi>
      </Link>
      <bdi className="announced-by">{user.displayName}</bdi>
    </p>
    {status === 'active' ? <LiveBadge /> : scheduledAt !== null && <Beginning iso={scheduledAt} />}
  </>
)

/** The start time with a countdown. The server renders only the time in the site's time zone, which is the same for
 *  everyone. */
function Beginning({ iso }: { iso: string }) {
  const seconds = useSecondsUntil(iso)
  const { timeZone = 'UTC' } = useSite()
  const date = new Date(iso)
  return (
    <p className="announced-beginning">
      <time dateTime={iso}>
        {seconds === null ? formatTime(date, { ...moment, timeZoneName: 'short' }, timeZone) : formatTime(date, moment)}
      </time>
      <span className="announced-countdown" role="timer">
        {seconds !== null && (seconds > 0 ? countdownText(seconds) : t('Starting soon'))}
      </span>
    </p>
  )
}

const moment = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
