import { Suspense } from 'react'
import type { DraftSchedule } from '#features/writing/drafts/drafts.contract.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import type { DraftDialog } from './draft-plans.hooks.ts'

const none = () => null
const ScheduleDialog = lazyPart(
  async () => (await import('#features/writing/draft-schedules/schedule-dialog.tsx')).ScheduleDialog,
  none,
)
const ShareDraftDialog = lazyPart(
  async () => (await import('#features/writing/shared-drafts/share-draft-dialog.tsx')).ShareDraftDialog,
  none,
)

interface Props {
  open: DraftDialog | null
  draftKey: string
  schedule: DraftSchedule | null
  onClose: () => void
}

/** The dialogs of a draft's menu, loaded when one is opened. Must not be inside a form, because they have their own. */
export const DraftDialogs = ({ open, draftKey, schedule, onClose }: Props) => (
  <Suspense>
    {open === 'schedule' && <ScheduleDialog draftKey={draftKey} schedule={schedule} onClose={onClose} />}
    {open === 'share' && <ShareDraftDialog draftKey={draftKey} onClose={onClose} />}
  </Suspense>
)
