import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Notice } from '#features/work/sponsorship/sponsorship-form.hooks.ts'
import type { Remove } from '#features/work/sponsorship/sponsorship.hooks.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { isRefusal, messageOf } from '#web/api.ts'
import { focusContent } from '#web/focus-content.ts'
import { tellFailure, tellSuccess } from './tell.ts'

interface Props {
  title: string
  /** Names what goes. */
  question: ReactNode
  confirmLabel: string
  id: number
  remove: Remove
  /** What is told when it is gone, and when it could not be removed. */
  done: Notice
  failure: string
  onClose: () => void
}

/** Asks, removes, tells. */
export function RemoveDialog({ title, question, confirmLabel, id, remove, done, failure, onClose }: Props) {
  const onConfirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        tellSuccess(done)
        flushSync(onClose) // nothing behind an open dialog takes the focus
        focusContent()
      },
      onError: (reason) =>
        tellFailure({ title: 'Error', description: isRefusal(reason, 409) ? messageOf(reason, failure) : failure }),
    })
  return (
    <ConfirmDialog
      isOpen
      title={title}
      description={question}
      confirmLabel={confirmLabel}
      isBusy={remove.isPending}
      onConfirm={onConfirm}
      onCancel={onClose}
    />
  )
}
