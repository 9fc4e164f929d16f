import { useState } from 'react'
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

/** Asks for a reason and suspends the member. */
export function SuspendDialog({ member, isOpen, onClose }: Props) {
  const [words, setWords] = useState('')
  const suspend = useSuspend()
  const lift = useLiftWithToast()
  const { onSubmit, faults, isPending } = useForm(NewSuspension, async ({ reason }) => {
    try {
      await suspend(member.id, reason)
    } catch (failure) {
      return { reason: messageOf(failure, 'Failed to suspend the member. Please try again.') }
    }
    setWords('')
    onClose()
    focusContent()
    showToast({
      title: `@${member.username} is suspended`,
      description: 'Nobody finds the profile or the posts any more.',
      variant: 'success',
      action: { label: 'Undo', onSelect: () => void lift.run(member) },
    })
    return {}
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Suspend @${member.username}?`}
      description="Their profile and everything they have published is hidden, and they are signed out and cannot sign in. All of it comes back when you lift the suspension."
    >
      <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} className="form">
        <TextArea
          label="Reason"
          hint="The member reads it when they try to sign in."
          name="reason"
          rows={3}
          maxLength={maxReasonLength}
          dir="auto"
          required
          value={words}
          onChange={({ target }) => setWords(target.value)}
          error={faults.reason}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={isPending}>
            {isPending ? 'Suspending...' : 'Suspend'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
