import { ScheduleDialog } from '#features/writing/draft-schedules/schedule-dialog.tsx'
import type { DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { ShareDraftDialog } from '#features/writing/shared-drafts/share-draft-dialog.tsx'
import type { DraftDialog } from './draft-plans.hooks.ts'

interface Props {
  open: DraftDialog
  draftKey: string
  schedule: DraftSchedule | null
  onClose: () => void
}

/** The dialogs that a draft's menu opens. Must not be inside a form, because they have their own. */
export const DraftDialogs = ({ open, draftKey, schedule, onClose }: Props) =>
  open === 'schedule' ? (
    <ScheduleDialog draftKey={draftKey} schedule={schedule} onClose={onClose} />
  ) : (
    <ShareDraftDialog draftKey={draftKey} onClose={onClose} />
  )
