import { t } from '#messages/messages.ts'
import { WritingDialog } from '#ui/writing-dialog.tsx'
import { LivestreamFields } from './livestream-fields.tsx'
import type { OwnLivestream } from './livestreams.contract.ts'

interface Props {
  /** Null for a new livestream. */
  stream: OwnLivestream | null
  onClose: () => void
}

/** Creates or edits a livestream. */
export const LivestreamDialog = ({ stream, onClose }: Props) => (
  <WritingDialog title={stream ? t('Edit Livestream') : t('Create Livestream')} onClose={onClose}>
    {(form) => <LivestreamFields stream={stream} onSaved={onClose} {...form} />}
  </WritingDialog>
)
