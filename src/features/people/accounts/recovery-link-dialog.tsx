import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { CopiedValue } from '#features/live/livestreams/copied-value.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAction } from '#web/action.tsx'
import { call, useRefetch } from '#web/call.ts'
import { createRecoveryLink } from './accounts.contract.ts'
import { getUnsentMails } from './unsent-mails.contract.ts'

interface Props {
  /** The new link, which the server cannot show again. */
  made: { username: string; link: string } | null
  onClose: () => void
}

/** Shows a password reset link, once. */
export function RecoveryLinkDialog({ made, onClose }: Props) {
  return (
    <Dialog
      isOpen={made !== null}
      onClose={onClose}
      isAlert
      title={t('Password reset link for @{username}', { username: made?.username ?? '' })}
      description={t(
        'Copy the link now. It won’t be shown again. It works once and expires in one hour. Anyone with the link can set the password, so send it only to the member.',
      )}
    >
      {made && <CopiedValue name={t('Link')} value={made.link} />}
      <div className="dialog-actions">
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Lets administrators create password reset links for members. Keeps the created link in state: the server cannot show
 *  it again, and the member's request disappears from the list. `busy`: the username for which a link is being
 *  created. */
export function useRecoveryLink() {
  const refetch = useRefetch(getUnsentMails)
  const [made, setMade] = useState<{ username: string; link: string } | null>(null)
  const [username, setUsername] = useState<string | null>(null)
  const { run, isBusy } = useAction(
    async (username: string) => {
      setUsername(username)
      const created = call(createRecoveryLink, { body: { username } })
      setMade({ username, link: (await created.finally(() => void refetch())).link })
    },
    { title: t('Link not created'), fallback: t('Try again in a moment.') },
  )
  return { made, busy: isBusy ? username : null, make: run, close: () => setMade(null) }
}
