import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { ConfirmAction } from '#web/action.tsx'
import { focusContent } from '#web/focus-content.ts'
import { useDiscardDraft } from './drafts.hooks.ts'

interface Props {
  draftKey: string
  title: string
  isOpen: boolean
  onClose: () => void
}

/** Asks for confirmation and discards the draft. */
export function DiscardDraftDialog({ draftKey, title, isOpen, onClose }: Props) {
  const discard = useDiscardDraft()
  return (
    <ConfirmAction
      isOpen={isOpen}
      onClose={onClose}
      title={t('Discard draft')}
      description={rich('Are you sure you want to discard {title}? This action cannot be undone.', {
        title: <b dir="auto">{title}</b>,
      })}
      confirmLabel={t('Discard')}
      action={() => discard.mutateAsync(draftKey)}
      success={{ title: t('Draft discarded'), variant: 'success' }}
      failure={t('Failed to discard the draft. Please try again.')}
      onDone={focusContent}
    />
  )
}
