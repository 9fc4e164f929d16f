import './dialog.css'
import { type ReactNode, type RefObject, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { Button, IconButton } from './button.tsx'
import { ToastRegion } from './toast-region.tsx'
import { t } from '#messages/messages.ts'

interface DialogProps {
  isOpen: boolean
  /** Called when the user presses Escape, clicks the close button, or clicks outside the dialog. */
  onClose: () => void
  title: string
  description?: ReactNode
  size?: 's' | 'm' | 'l'
  /** Requires an answer: a click outside does not close it. */
  isAlert?: boolean
  children?: ReactNode
}

/** A modal dialog. When the dialog closes, focus returns to where it was. */
export function Dialog({ isOpen, onClose, title, description, size = 'm', isAlert = false, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog, isOpen)
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      closedby={isAlert ? 'closerequest' : 'any'}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        if (!isItsOwn(event)) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => isOpen && isItsOwn(event) && onClose()}
    >
      {isOpen && (
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 className="dialog-title" id={`${id}-title`}>
              {title}
            </h2>
            {!isAlert && <IconButton icon="x" label={t('Close')} size="s" onClick={onClose} />}
          </div>
          {description && (
            <p className="dialog-description" id={`${id}-description`}>
              {description}
            </p>
          )}
          {children}
          <ToastRegion />
        </div>
      )}
    </dialog>
  )
}

/** Whether the event is about the dialog itself: events of file pickers and nested dialogs bubble. */
const isItsOwn = ({ target, currentTarget }: SyntheticEvent): boolean => target === currentTarget

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  description: ReactNode
  /** The confirm button's label, such as 'Delete'. */
  confirmLabel: string
  cancelLabel?: string
  isDanger?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation before an action that cannot be undone. Focus is initially on the safe choice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, description, confirmLabel, cancelLabel = t('Cancel'), isDanger = true, isBusy = false } = props
  return (
    <Dialog isOpen={isOpen} onClose={props.onCancel} title={title} description={description} size="s" isAlert>
      <div className="dialog-actions">
        <Button onClick={props.onCancel}>{cancelLabel}</Button>
        <Button variant={isDanger ? 'danger' : 'primary'} busy={isBusy} onClick={props.onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}

/** Opens and closes the dialog in a layout effect: it must close before React removes it, so that the browser restores
 *  the focus. */
function useModal(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean) {
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown || !isOpen) return undefined
    const { dataset } = document.documentElement
    shown.showModal()
    dataset.modal = ''
    shown.querySelector<HTMLElement>('.control')?.focus()
    return () => {
      shown.close()
      if (!document.querySelector('dialog[open]')) delete dataset.modal
    }
  }, [dialog, isOpen])
}
