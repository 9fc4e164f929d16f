import { t } from '#messages/messages.ts'
import { articleOf } from '#features/writing/draft-schedules/schedule-state.contract.ts'
import { useChangeSchedule } from '#features/writing/draft-schedules/change-schedule.hooks.ts'
import { ScheduleFacts } from '#features/writing/draft-schedules/schedule-facts.tsx'
import type { Writing } from '#features/writing/autosave/article-writing.hooks.ts'
import type { DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { Button } from '#ui/button.tsx'
import { useAction } from '#web/action.tsx'
import { faultsIn } from '#web/use-form.ts'
import { ArticleNote } from './article-notes.tsx'

interface Props {
  draftKey: string
  schedule: DraftSchedule
  writing: Writing
  onChange: () => void
}

/** Shows when the draft will be published, any errors that would prevent this, or why it was not published. */
export function ScheduleNote({ draftKey, schedule, writing, onChange }: Props) {
  const { cancel } = useChangeSchedule(draftKey)
  const { run, isBusy } = useAction(cancel, t('Failed to cancel the schedule. Please try again.'))
  const isOver = schedule.failure !== null
  const faults = isOver ? [] : Object.values(faultsIn(articleOf(writing).error?.issues ?? []))
  return (
    <ArticleNote icon={isOver || faults.length > 0 ? 'triangle-alert' : 'clock'}>
      <p>
        <ScheduleFacts schedule={schedule} />
      </p>
      {isOver && <p>{t('It is still a draft. Schedule it again, or publish it now.')}</p>}
      {faults.length > 0 && (
        <p>
          {t('In its current state, the article can’t be published and will remain a draft: {reasons}.', {
            reasons: faults.join('. '),
          })}
        </p>
      )}
      <span className="article-note-actions">
        <Button size="s" onClick={onChange}>
          {isOver ? t('Schedule again…') : t('Change time…')}
        </Button>
        <Button size="s" variant="plain" busy={isBusy} onClick={() => void run()}>
          {isOver ? t('Dismiss') : t('Unschedule')}
        </Button>
      </span>
    </ArticleNote>
  )
}
