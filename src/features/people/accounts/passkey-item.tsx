import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { nameOf, type Passkey } from './passkeys.contract.ts'
import { removePasskey, usePasskeyChange } from './passkeys.hooks.ts'

interface Props {
  passkey: Passkey
  onRemoved: () => void
}

/** A passkey, with the ways to rename and to remove it. */
export function PasskeyItem({ passkey, onRemoved }: Props) {
  const { created_at: createdAt, last_used_at: lastUsedAt } = passkey
  const [isNaming, setNaming] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const removal = usePasskeyChange(removePasskey)
  const name = nameOf(passkey)

  async function remove() {
    setAsking(false)
    const outcome = await removal.mutateAsync(passkey.id)
    if (!outcome.ok) return showToast({ title: 'Passkey not removed', description: outcome.message, variant: 'error' })
    showToast({ title: 'Passkey removed', description: `‘${name}’ no longer signs you in.`, variant: 'success' })
    return onRemoved()
  }

  return (
    <li className="account-entry">
      <div className="account-entry-words">
        <h3 className="account-entry-name" dir="auto">
          {name} {passkey.backed_up && <Badge>Synced</Badge>}
        </h3>
        <p className="meta account-entry-facts">
          <span>
            Added <Time iso={createdAt} as="date" />
          </span>
          <span>
            {lastUsedAt ? (
              <>
                Last used <Time iso={lastUsedAt} />
              </>
            ) : (
              'Never used'
            )}
          </span>
        </p>
      </div>
      <div className="row push">
        <IconButton icon="pencil" size="s" label={`Rename: ${name}`} onClick={() => setNaming(true)} />
        <Button
          size="s"
          icon="trash-2"
          busy={removal.isPending}
          aria-label={`Remove: ${name}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
      </div>
      <PasskeyNameDialog passkey={isNaming ? passkey : null} onClose={() => setNaming(false)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove ‘${name}’?`}
        description="It no longer signs you in, and where you are signed in with it elsewhere you are signed out. Your device keeps its copy until you delete it there."
        confirmLabel="Remove"
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}
