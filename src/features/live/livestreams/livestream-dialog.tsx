import { WritingDialog } from '#ui/writing-dialog.tsx'
import { LivestreamFields } from './livestream-fields.tsx'
import type { OwnLivestream } from './livestreams.contract.ts'

interface Props {
  /** Null: a new one. */
  stream: OwnLivestream | null
  onClose: () => void
}

/** Where a stream is made or changed. */
export const LivestreamDialog = ({ stream, onClose }: Props) => (
  <WritingDialog title={stream ? 'Edit Livestream' : 'Create Livestream'} onClose={onClose}>
    {(form) => <LivestreamFields stream={stream} onSaved={onClose} {...form} />}
  </WritingDialog>
)
