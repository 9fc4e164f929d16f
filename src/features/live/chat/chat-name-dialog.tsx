import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { useForm } from '#web/use-form.ts'
import { defaultName } from './chat.contract.ts'

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
      title="Set your chat name"
      description="It’s shown next to your messages and stored in this browser."
      size="s"
    >
      <NameForm name={name === defaultName ? '' : name} fault={fault} onChange={onChange} onClose={onClose} />
    </Dialog>
  )
}

function NameForm({ name, fault, onChange, onClose }: Omit<ChatNameDialogProps, 'isOpen'>) {
  const [isEdited, setEdited] = useState(false)
  const { onSubmit, loadSchema, faults } = useForm(nameSchema, async (values) => {
    if (values.name.trim() !== '') onChange(values.name.trim())
    onClose()
  })
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      onInput={() => {
        loadSchema()
        setEdited(true)
      }}
    >
      <TextInput
        label="Display name"
        name="name"
        defaultValue={name}
        placeholder={defaultName}
        autoComplete="nickname"
        dir="auto"
        error={faults['name'] ?? (isEdited ? undefined : (fault ?? undefined))}
      />
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </div>
    </form>
  )
}

const nameSchema = async () => (await import('./chat-name-schema.contract.ts')).ChatNameForm
