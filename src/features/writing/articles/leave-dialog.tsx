import { useEffect } from 'react'
import { t } from '#messages/messages.ts'
import { isUnsaved } from '#features/writing/autosave/autosave-state.hooks.ts'
import { tryToDiscard } from '#features/writing/autosave/draft-requests.hooks.ts'
import type { Autosaver, AutosaverState } from '#features/writing/autosave/autosaver.hooks.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { isSignedIn } from '#web/session.ts'
import { useLeaveConfirmation } from './leave-confirmation.hooks.ts'

interface LeaveProps {
  saver: Autosaver
  state: AutosaverState
  isUploading: boolean
}

/** Asks for confirmation before the author leaves unsaved text, and says where it is stored. */
export function LeaveDialog({ saver, state, isUploading }: LeaveProps) {
  const { isAsking, answer } = useLeaveConfirmation(saver, state, isUploading)
  useEffect(
    () => () => {
      const { failure, isCopyMissing, ...last } = saver.state()
      if (failure === null || isCopyMissing || !isSignedIn() || !isUnsaved({ failure, ...last })) return
      showToast({ title: t('Not saved yet'), description: t('Your last changes are stored in this browser.') })
    },
    [saver],
  )
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title={t('Leave without saving?')}
      description={
        state.isCopyMissing
          ? t('Your last changes are not saved, and this browser can’t store a copy. They will be lost.')
          : t('Your last changes are not saved yet. They are stored in this browser, so you can continue later.')
      }
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay')}
      isDanger={state.isCopyMissing}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  )
}

/** Saves and shows where the text is stored. Deletes a draft that matches the published text. */
export async function saveBeforeLeaving(saver: Autosaver, hasNews: boolean): Promise<void> {
  if (!(await saver.save())) return
  const { key, saved } = saver.state()
  if (saved.updatedAt === null) return
  if (hasNews) showToast({ title: t('Saved as a draft'), description: t('Find it on the Blog page.') })
  else await tryToDiscard(key)
}
