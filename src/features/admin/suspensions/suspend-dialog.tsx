import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { focusContent } from '#web/focus-content.ts'
import { useForm } from '#web/use-form.ts'
import { maxReasonLength, NewSuspension } from './suspensions.contract.ts'
import { useLiftWithToast } from './lift-suspension.tsx'
import { useSuspend } from './suspensions.hooks.ts'

interface Props {
  member: { id: number; username: string }
  isOpen: boolean
  onClose: () => void
}

/** The dialog for suspending a member with a reason. */
export function SuspendDialog({ member, isOpen, onClose }: Props) {
  const [reasonText, setReasonText] = useState('')
  const suspend = useSuspend()
  const lift = useLiftWithToast()
  const { onSubmit, faults, isPending } = useForm(NewSuspension, async ({ reason }) => {
    try {
      await suspend(member.id, reason)
    } catch (failure) {
      return { reason: messageOf(failure, t('Failed to suspend the member. Try again.')) }
    }
    setReasonText('')
    onClose()
    focusContent()
    showToast({
      title: t('@{username} suspended', { username: member.username }),
      description: t('Their profile and posts are now hidden.'),
      variant: 'success',
      action: { label: t('Undo'), onSelect: () => void lift.run(member) },
    })
    return {}
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Suspend @{username}?', { username: member.username })}
      description={t(
        'This hides their profile and everything they have published, signs them out, and blocks them from signing in. You can lift the suspension to restore everything.',
      )}
    >
      <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} className="form">
        <TextArea
          label={t('Reason')}
          hint={t('The member sees this when they try to sign in.')}
          name="reason"
          rows={3}
          maxLength={maxReasonLength}
          dir="auto"
          required
          value={reasonText}
          onChange={({ target }) => setReasonText(target.value)}
          error={faults.reason}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="danger" busy={isPending}>
            {isPending ? t('Suspending...') : t('Suspend')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
