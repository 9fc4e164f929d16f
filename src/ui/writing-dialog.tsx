import { type ReactNode, useState } from 'react'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { t } from '#messages/messages.ts'

/** Callbacks for the dialog's form. */
export interface WritingForm {
  onChange: () => void
  onCancel: () => void
}
interface Props {
  title: string
  onClose: () => void
  children: (form: WritingForm) => ReactNode
}

/** A dialog with a form. Asks for confirmation before it discards input. */
export function WritingDialog({ title, onClose, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const onChange = () => setChanged(true)
  const onCancel = () => (isChanged ? setAsking(true) : onClose())
  return (
    <>
      <Dialog isOpen onClose={onCancel} title={title}>
        {children({ onChange, onCancel })}
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Discard your changes?')}
        description={t('They haven’t been saved.')}
        confirmLabel={t('Discard')}
        cancelLabel={t('Keep editing')}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
