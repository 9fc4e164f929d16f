import './own-livestream-card.css'
import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Time } from '#ui/time.tsx'
import { BroadcastState } from './broadcast-state.tsx'
import { CopiedValue } from './copied-value.tsx'
import { EncoderGuide } from './encoder-guide.tsx'
import { LivestreamActions, RenewKey } from './livestream-actions.tsx'
import { LivestreamStatus } from './livestream-status.tsx'
import { getLivestreamCalendar, type OwnLivestream } from './livestreams.contract.ts'
import { OwnRecordings } from './own-recordings.tsx'

interface Props {
  stream: OwnLivestream
  /** Whether the setup guide is initially open, because there is no other content yet. */
  isOnly: boolean
  onEdit: () => void
}

/** A livestream with everything its owner needs to manage it. Source: docs/product.md, Livestream management */
export const OwnLivestreamCard = ({ stream, isOnly, onEdit }: Props) => (
  <Card
    className="own-livestream"
    title={<bdi>{stream.title}</bdi>}
    action={
      <span className="row">
        {!stream.isPublic && <Badge>{t('private')}</Badge>}
        <LivestreamStatus status={stream.status} />
      </span>
    }
  >
    {stream.description && (
      <p className="own-livestream-description" dir="auto">
        {stream.description}
      </p>
    )}
    <Facts stream={stream} />
    <div className="own-livestream-values">
      {stream.muxPlaybackId !== null && <CopiedValue name={t('Playback ID')} value={stream.muxPlaybackId} />}
      <CopiedValue name={t('Stream Key')} value={stream.streamKey} isSecret action={<RenewKey stream={stream} />} />
    </div>
    <BroadcastState stream={stream} />
    <LivestreamActions stream={stream} onEdit={onEdit} />
    <OwnRecordings livestreamId={stream.id} />
    <EncoderGuide stream={stream} isOpen={isOnly} />
  </Card>
)

const Facts = ({ stream }: { stream: OwnLivestream }) => (
  <dl className="own-livestream-facts">
    <Fact name={t('Created')}>
      <Time iso={stream.createdAt} as="date" />
    </Fact>
    <Fact name={t('Started')}>{stream.startedAt ? <Time iso={stream.startedAt} /> : t('Not yet')}</Fact>
    {stream.scheduledAt !== null && stream.status !== 'active' && (
      <Fact name={t('Scheduled')}>
        <Time iso={stream.scheduledAt} as="exact" />
        {stream.isPublic && (
          <a className="link" href={getLivestreamCalendar.href({ id: stream.id })} download>
            {t('Calendar file')}
          </a>
        )}
      </Fact>
    )}
    <Fact name={t('Max viewers')}>{stream.maxViewers}</Fact>
  </dl>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="overline">{name}</dt>
    <dd>{children}</dd>
  </div>
)
