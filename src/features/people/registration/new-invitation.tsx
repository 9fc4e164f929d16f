import './invitations.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { CopiedValue } from '#features/live/livestreams/copied-value.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAction } from '#web/action.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { invitationHref } from './invitation-addresses.contract.ts'
import type { NewInvitation } from './invitations.contract.ts'
import { useCreateInvitation } from './invitations.hooks.ts'

/** Creates an invitation link and shows it once. */
export function NewInvitationCard() {
  const [token, setToken] = useState<string | null>(null)
  const create = useCreateInvitation()
  const { run, isBusy } = useAction(async (invitation: NewInvitation) => setToken(await create(invitation)), {
    title: t('Link not created'),
    fallback: t('Try again in a moment.'),
  })
  const forget = () => setToken(null)
  return (
    <Card title={t('New invitation link')}>
      <p className="field-hint">
        {t(
          'Anyone with the link can register until it expires or this many people have joined. It works even if registration is limited, but not while registration is closed.',
        )}
      </p>
      <InvitationForm isBusy={isBusy} onCreate={run} />
      <Dialog
        isOpen={token !== null}
        onClose={forget}
        isAlert
        title={t('Invitation link')}
        description={t(
          'Copy the link now. It won’t be shown again. Send it only to people who may join: anyone with the link can register.',
        )}
      >
        {token !== null && <CopiedValue name={t('Link')} value={location.origin + invitationHref(token)} />}
        <div className="dialog-actions">
          <Button variant="primary" onClick={forget}>
            {t('Done')}
          </Button>
        </div>
      </Dialog>
    </Card>
  )
}
