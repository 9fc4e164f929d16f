import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { ConfirmButton, useAction } from '#web/action.tsx'
import { useMemberDecision } from './members.hooks.ts'

/** Lets administrators approve or decline a new member. */
export function MemberDecision({ member: { id, username } }: { member: { id: number; username: string } }) {
  const { approve, decline } = useMemberDecision(id)
  const handle = `@${username}`
  const { run, isBusy } = useAction(
    async () => {
      await approve()
      showToast({ title: t('{handle} is now a member', { handle }), variant: 'success' })
    },
    { title: t('Member not approved'), fallback: t('Try again in a moment.') },
  )
  return (
    <div className="admin-member-decision">
      <Button size="s" variant="primary" busy={isBusy} onClick={() => void run()}>
        {rich('Approve<hidden> {handle}</hidden>', { hidden: visuallyHidden, handle })}
      </Button>
      <ConfirmButton
        size="s"
        confirm={{
          title: t('Decline {handle}?', { handle }),
          description: t('This deletes their account. They can register again later.'),
          confirmLabel: t('Decline and delete'),
          action: decline,
          success: { title: t('{handle} declined', { handle }), variant: 'success' },
          failure: { title: t('Member not declined'), fallback: t('Try again in a moment.') },
        }}
      >
        {rich('Decline<hidden> {handle}</hidden>', { hidden: visuallyHidden, handle })}
      </ConfirmButton>
    </div>
  )
}

const visuallyHidden = (text: ReactNode) => <span className="visually-hidden">{text}</span>
