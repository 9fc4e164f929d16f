import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { nameOf, type Passkey, PasskeyName } from './passkeys.contract.ts'
import { renamePasskey, usePasskeyChange } from './passkeys.hooks.ts'

interface Props {
  /** The passkey to name; null closes the dialog. */
  passkey: Passkey | null
  /** Whether the passkey was just added and still has its device's name. */
  isNew?: boolean
  onClose: () => void
}

/** Prompts for a passkey's name. */
export function PasskeyNameDialog({ passkey, isNew = false, onClose }: Props) {
  return (
    <Dialog
      isOpen={passkey !== null}
      onClose={onClose}
      size="s"
      title={isNew ? t('Passkey added') : t('Rename passkey')}
      description={isNew && t('Give it a name that helps you recognize it.')}
    >
      {passkey && <NameForm passkey={passkey} cancelLabel={isNew ? t('Skip') : t('Cancel')} onDone={onClose} />}
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
    showToast({ title: t('Passkey named'), description: t('It’s now called “{name}”.', { name }), variant: 'success' })
    onDone()
    return {}
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="form">
      <TextInput label={t('Name')} name="name" defaultValue={nameOf(passkey)} autoComplete="off" error={faults.name} />
      <div className="dialog-actions">
        <Button onClick={onDone}>{cancelLabel}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? t('Saving...') : t('Save')}
        </Button>
      </div>
    </form>
  )
}
