import { type ComponentProps, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast, type Toast } from '#ui/toasts.ts'
import { messageOf } from './api.ts'

/** The toast for a failed action. `fallback` (or a string) is shown if the server gives no reason. */
export type Failure =
  | string
  | { title: string; fallback: string }
  | ((reason: unknown) => Pick<Toast, 'title' | 'description'>)

/** Runs an action, one call at a time. A failure is shown as a toast.
 *  @returns `run`, which resolves to whether the action succeeded and does nothing while another call is running */
export function useAction<Input extends unknown[]>(
  action: (...input: Input) => Promise<unknown>,
  failure: Failure = t('Please try again.'),
) {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  async function run(...input: Input): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    try {
      await action(...input)
      return true
    } catch (reason) {
      showFailure(reason, failure)
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { run, isBusy }
}

/** Shows an action's failure as a toast. */
export function showFailure(reason: unknown, failure: Failure = t('Please try again.')): void {
  if (typeof failure === 'function') return void showToast({ ...failure(reason), variant: 'error' })
  const { title, fallback } = typeof failure === 'string' ? { title: t('Error'), fallback: failure } : failure
  showToast({ title, description: messageOf(reason, fallback), variant: 'error' })
}

interface Question extends Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel' | 'cancelLabel' | 'isDanger'
> {
  action: () => Promise<unknown>
  /** Shown once the action has succeeded. */
  success?: Toast | undefined
  failure?: Failure | undefined
  /** Keeps the dialog open after a failure, so that the user can try again. */
  staysOpenOnFailure?: boolean
  /** Runs after the dialog has closed on success, for example to move focus. */
  onDone?: (() => void) | undefined
}

interface ConfirmActionProps extends Question {
  isOpen: boolean
  onClose: () => void
}

/** Asks for confirmation before running an action that cannot be undone. The dialog remains open until the action
 *  ends. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { isOpen, onClose, action, success, failure, staysOpenOnFailure, onDone, ...question } = props
  const { run, isBusy } = useAction(action, failure)
  async function confirm() {
    if (!(await run())) return staysOpenOnFailure ? undefined : onClose()
    if (success) showToast(success)
    flushSync(onClose) // nothing behind an open dialog can receive the focus
    onDone?.()
  }
  return (
    <ConfirmDialog {...question} isOpen={isOpen} isBusy={isBusy} onConfirm={() => void confirm()} onCancel={onClose} />
  )
}

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'action'> {
  confirm: Question
}

/** A button that asks for confirmation before running its action. */
export function ConfirmButton({ confirm, ...button }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      <ConfirmAction {...confirm} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
