import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { LivestreamDialog } from '#features/live/livestreams/livestream-dialog.tsx'
import type { OwnLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { useOwnLivestreams } from '#features/live/livestreams/livestreams.hooks.ts'
import { OwnLivestreamCard } from '#features/live/livestreams/own-livestream-card.tsx'
import { useMayPublish, usePublishRefusal, useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import type { PageView } from '../page.ts'

export const manageLivestreamsView: PageView = {
  View: ManageLivestreamsPage,
  head: () => ({ title: t('Manage Livestreams'), noindex: true }),
}

/** The livestream in the dialog; null for a new one. */
type Open = { stream: OwnLivestream | null } | null

function ManageLivestreamsPage() {
  const viewer = useViewer()
  const [open, setOpen] = useState<Open>(null)
  const refusal = usePublishRefusal()
  const create = () => setOpen({ stream: null })
  return (
    <div className="page">
      <PageHead
        title={t('Manage Livestreams')}
        subtitle={refusal}
        actions={
          <Button variant="primary" icon="plus" className="for-writers" onClick={create}>
            {t('Create Livestream')}
          </Button>
        }
      />
      {viewer ? <OwnLivestreams onEdit={(stream) => setOpen({ stream })} /> : loading}
      {open && <LivestreamDialog stream={open.stream} onClose={() => setOpen(null)} />}
    </div>
  )
}

function OwnLivestreams({ onEdit }: { onEdit: (stream: OwnLivestream) => void }) {
  const query = useOwnLivestreams()
  const mayPublish = useMayPublish()
  return (
    <Loaded query={query} loading={loading} failed={t('Your livestreams failed to load')}>
      {(streams) =>
        streams.length === 0 ? (
          <EmptyState icon="radio" title={t('No livestreams yet')}>
            {mayPublish && howToStart}
          </EmptyState>
        ) : (
          <div className="stack">
            {query.error && (
              <output className="meta">{t('The status failed to refresh. Retrying automatically.')}</output>
            )}
            {streams.map((stream) => (
              <OwnLivestreamCard
                key={stream.id}
                stream={stream}
                isOnly={streams.length === 1}
                onEdit={() => onEdit(stream)}
              />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

const howToStart = t('Create one, copy its server URL and key into your streaming software, and go live.')
const loading = <Skeletons count={2} label={t('Loading your livestreams')} />
