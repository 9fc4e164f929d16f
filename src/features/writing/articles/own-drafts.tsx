import './own-drafts.css'
import { Suspense, useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useChangeSchedule } from '#features/writing/draft-schedules/change-schedule.hooks.ts'
import { ScheduleFacts } from '#features/writing/draft-schedules/schedule-facts.tsx'
import { DraftList } from '#features/writing/drafts/draft-list.tsx'
import type { DraftSummary } from '#features/writing/drafts/drafts.contract.ts'
import { useMayPublish } from '#features/people/profiles/profiles.hooks.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { ConfirmAction, useAction } from '#web/action.tsx'
import { DraftDialogs } from './draft-parts.tsx'
import type { DraftDialog } from './draft-plans.hooks.ts'
import { usePublishDraft } from './publish-draft.hooks.ts'

/** The signed-in member's drafts, with their schedules and secret links. */
export const OwnDrafts = () => <DraftList facts={Facts} actions={Actions} />

function Facts({ draft: { schedule, isShared, openComments } }: { draft: DraftSummary }) {
  return (
    <>
      {schedule && (
        <span className="own-draft-fact" data-failed={schedule.failure !== null || undefined}>
          <Icon name={schedule.failure === null ? 'clock' : 'triangle-alert'} />
          <span>
            <ScheduleFacts schedule={schedule} />
          </span>
        </span>
      )}
      {isShared && (
        <span className="own-draft-fact">
          <Icon name="link" /> {t('Shared')}
        </span>
      )}
      {openComments > 0 && (
        <span className="own-draft-fact">
          <Icon name="message-circle" />{' '}
          {t('{count, plural, one {# comment} other {# comments}}', { count: openComments })}
        </span>
      )}
    </>
  )
}

function Actions({ draft }: { draft: DraftSummary }) {
  const { key, schedule, postId, title } = draft
  const [dialog, setDialog] = useState<DraftDialog | null>(null)
  const { cancel } = useChangeSchedule(key)
  const canceling = useAction(cancel, t('Failed to cancel the schedule. Please try again.'))
  const publish = usePublishDraft()
  const [isAsking, setAsking] = useState(false)
  const name = title.trim() || t('Untitled Blog Post')
  const mayPublish = useMayPublish()
  const isPlanned = schedule !== null && schedule.failure === null
  if (!mayPublish && !isPlanned) return null
  return (
    <>
      <Menu label={t('More actions: {name}', { name })}>
        {mayPublish && postId === null && (
          <MenuItem icon="clock" onSelect={() => setDialog('schedule')}>
            {isPlanned ? t('Change time…') : t('Schedule…')}
          </MenuItem>
        )}
        {isPlanned && (
          <MenuItem icon="x" onSelect={() => void canceling.run()}>
            {t('Unschedule')}
          </MenuItem>
        )}
        {mayPublish && postId === null && (
          <MenuItem icon="send" onSelect={() => setAsking(true)}>
            {t('Publish now…')}
          </MenuItem>
        )}
        {mayPublish && (
          <MenuItem icon="link" onSelect={() => setDialog('share')}>
            {t('Share draft…')}
          </MenuItem>
        )}
      </Menu>
      <ConfirmAction
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('Publish now?')}
        description={rich('Everyone will be able to read {title}.', { title: <b dir="auto">{name}</b> })}
        confirmLabel={t('Publish')}
        isDanger={false}
        action={() => publish(key)}
        success={{ title: t('Success'), description: t('Blog post published successfully!'), variant: 'success' }}
        failure={t('Failed to publish blog post. Please try again.')}
      />
      <Suspense>
        {dialog && <DraftDialogs open={dialog} draftKey={key} schedule={schedule} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}
