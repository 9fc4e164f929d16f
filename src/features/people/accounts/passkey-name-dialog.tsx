import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { nameOf, type Passkey, PasskeyName } from './passkeys.contract.ts'
import { renamePasskey, usePasskeyChange } from './passkeys.hooks.ts'

interface Props {
  /** Whose name is asked for; null for nobody's, and the dialog is closed. */
  passkey: Passkey | null
  /** It has just been added, under the name of its device. */
  isNew?: boolean
  onClose: () => void
}

/** Asks what a passkey is called. */
export function PasskeyNameDialog({ passkey, isNew = false, onClose }: Props) {
  return (
    <Dialog
      isOpen={passkey !== null}
      onClose={onClose}
      size="s"
      title={isNew ? 'Passkey added' : 'Rename the passkey'}
      description={isNew && 'Give it a name by which you know it again.'}
    >
      {passkey && <NameForm passkey={passkey} cancelLabel={isNew ? 'Skip' : 'Cancel'} onDone={onClose} />}
    </Dialog>
  )
}

interface NameFormProps {
  passkey: Passkey
  cancelLabel: string
  onDone: () => void
}

function NameForm({ passkey, cancelLabel, onDone }: NameFormProps) {
  const change = usePasskeyChange(renamePasskey)
  const { onSubmit, faults, isPending } = useForm(PasskeyName, async ({ name }) => {
    const outcome = await change.mutateAsync({ passkeyId: passkey.id, name })
    if (!outcome.ok) return { name: outcome.message }
    showToast({ title: 'Passkey named', description: `It is called ‘${name}’.`, variant: 'success' })
    onDone()
    return {}
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="form">
      <TextInput label="Name" name="name" defaultValue={nameOf(passkey)} autoComplete="off" error={faults.name} />
      <div className="dialog-actions">
        <Button onClick={onDone}>{cancelLabel}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
