import { flushSync } from 'react-dom'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { focusContent } from '#web/focus-content.ts'
import { useDiscardDraft } from './drafts.hooks.ts'

interface Props {
  draftKey: string
  title: string
  isOpen: boolean
  onClose: () => void
}

/** Asks, discards, tells. */
export function DiscardDraftDialog({ draftKey, title, isOpen, onClose }: Props) {
  const discard = useDiscardDraft()
  async function confirm() {
    try {
      await discard.mutateAsync(draftKey)
      showToast({ title: 'Draft discarded', variant: 'success' })
      flushSync(onClose) // nothing behind an open dialog takes the focus
      focusContent()
    } catch (reason) {
      const description = messageOf(reason, 'Failed to discard the draft. Please try again.')
      showToast({ title: 'Error', description, variant: 'error' })
      onClose()
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Discard draft"
      description={
        <>
          Are you sure you want to discard <b dir="auto">{title}</b>? This action cannot be undone.
        </>
      }
      confirmLabel="Discard"
      isBusy={discard.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
