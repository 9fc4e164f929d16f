import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { ListEntry } from '#ui/list-entry.tsx'
import { Time } from '#ui/time.tsx'
import { ConfirmButton } from '#web/action.tsx'
import { dataOf, refusalWithTitle } from './identity-client.hooks.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { nameOf, type Passkey } from './passkeys.contract.ts'
import { removePasskey, usePasskeyChange } from './passkeys.hooks.ts'

interface Props {
  passkey: Passkey
  onRemoved: () => void
}

/** A passkey with buttons to rename and remove it. */
export function PasskeyItem({ passkey, onRemoved }: Props) {
  const { created_at: createdAt, last_used_at: lastUsedAt } = passkey
  const [isNaming, setNaming] = useState(false)
  const { mutateAsync } = usePasskeyChange(removePasskey)
  const name = nameOf(passkey)
  return (
    <ListEntry
      name={
        <>
          {name} {passkey.backed_up && <Badge>{t('Synced')}</Badge>}
        </>
      }
      nameDir="auto"
      facts={
        <>
          <span>{rich('Added {date}', { date: <Time iso={createdAt} as="date" /> })}</span>
          <span>{lastUsedAt ? rich('Last used {when}', { when: <Time iso={lastUsedAt} /> }) : t('Never used')}</span>
        </>
      }
    >
      <div className="row push">
        <IconButton icon="pencil" size="s" label={t('Rename: {name}', { name })} onClick={() => setNaming(true)} />
        <ConfirmButton
          size="s"
          icon="trash-2"
          aria-label={t('Remove: {name}', { name })}
          confirm={{
            title: t('Remove “{name}”?', { name }),
            description: t(
              'You can no longer sign in with it, and sessions that used it will end. Your device keeps its copy until you delete it there.',
            ),
            confirmLabel: t('Remove'),
            action: () => dataOf(mutateAsync(passkey.id)),
            success: {
              title: t('Passkey removed'),
              description: t('You can no longer sign in with “{name}”.', { name }),
              variant: 'success',
            },
            failure: refusalWithTitle(t('Passkey not removed')),
            onDone: onRemoved,
          }}
        >
          {t('Remove')}
        </ConfirmButton>
      </div>
      <PasskeyNameDialog passkey={isNaming ? passkey : null} onClose={() => setNaming(false)} />
    </ListEntry>
  )
}
