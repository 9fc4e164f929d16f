import { type SubmitEvent, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { shownName } from '#schemas/names.contract.ts'
import { chatNameFault, defaultName, translatedName } from './chat.contract.ts'

interface ChatNameDialogProps {
  name: string
  isOpen: boolean
  /** Why the name was rejected. */
  fault: string | null
  onClose: () => void
  onChange: (name: string) => void
}

/** Asks a visitor for a display name. */
export function ChatNameDialog({ name, isOpen, fault, onClose, onChange }: ChatNameDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Set your chat name')}
      description={t('It’s shown next to your messages and stored in this browser.')}
      size="s"
    >
      <NameForm name={name === defaultName ? '' : name} fault={fault} onChange={onChange} onClose={onClose} />
    </Dialog>
  )
}

function NameForm({ name, fault, onChange, onClose }: Omit<ChatNameDialogProps, 'isOpen'>) {
  const [shownFault, setShownFault] = useState(fault)
  const field = useRef<HTMLInputElement>(null)

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = field.current!.value
    const found = chatNameFault(text)
    setShownFault(found)
    if (found !== null) return field.current!.focus()
    onChange(shownName(text))
    onClose()
  }

  return (
    <form className="form" noValidate onSubmit={onSubmit} onInput={() => setShownFault(null)}>
      <TextInput
        ref={field}
        label={t('Display name')}
        name="name"
        defaultValue={name}
        placeholder={translatedName(defaultName)}
        autoComplete="nickname"
        dir="auto"
        error={shownFault ?? undefined}
      />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
