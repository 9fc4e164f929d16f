import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { livestreamAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { type Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { useLivestreams } from '#features/live/livestreams/watching.hooks.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { Time } from '#ui/time.tsx'
import { LiveBadge } from './live-badge.tsx'
import { statusLabel } from './stage-state.ts'

/** The broadcaster. */
export const BroadcasterCard = ({ stream: { user } }: { stream: Pick<Livestream, 'user'> }) => (
  <Card className="broadcaster p-author h-card">
    <AuthorLink user={user} className="broadcaster-link u-url">
      <Avatar name={user.displayName} image={user.profileImage} size="m" />
      <span className="broadcaster-names">
        <bdi className="broadcaster-name p-name">{user.displayName}</bdi>
        <bdi className="meta">{user.title || `@${user.username}`}</bdi>
      </span>
    </AuthorLink>
  </Card>
)

/** Source: docs/product.md, Livestream. */
export const LivestreamDetails = ({ stream }: { stream: Livestream }) => (
  <Card title={t('Stream details')}>
    <dl className="livestream-facts">
      <dt>{t('Started')}</dt>
      <dd>{stream.startedAt === null ? t('Not yet') : <Time iso={stream.startedAt} as="long" />}</dd>
      <dt>{t('Status')}</dt>
      <dd>{statusLabel(stream)}</dd>
      <dt>{t('Stream ID')}</dt>
      <dd>{stream.id}</dd>
    </dl>
  </Card>
)

const mostShown = 4

/** Other livestreams that are live or coming up. */
export function MoreLivestreams({ except }: { except: number }) {
  const { data = [] } = useLivestreams()
  const others = data.filter(({ id }) => id !== except).slice(0, mostShown)
  if (others.length === 0) return null
  return (
    <Card title={t('More streams')}>
      <ul className="livestream-others">
        {others.map((stream) => (
          <li key={stream.id}>
            <Link href={livestreamAddress.href({ id: stream.id })} className="livestream-other">
              <Avatar name={stream.user.displayName} image={stream.user.profileImage} size="s" />
              <span className="livestream-other-words">
                <bdi className="livestream-other-title">{stream.title}</bdi>
                <bdi className="meta">{stream.user.displayName}</bdi>
              </span>
              {stream.status === 'active' && <LiveBadge />}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
