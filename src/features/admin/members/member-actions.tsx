import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { adminAuditAddress } from '#features/admin/audit/audit-addresses.contract.ts'
import { useLiftWithToast } from '#features/admin/suspensions/lift-suspension.tsx'
import { SuspendDialog } from '#features/admin/suspensions/suspend-dialog.tsx'
import { RecoveryLinkDialog, useRecoveryLink } from '#features/people/accounts/recovery-link-dialog.tsx'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { setByOwnerUsername } from '#features/people/profiles/roles.contract.ts'
import { Menu, MenuItem, MenuLink } from '#ui/menu.tsx'
import { type MemberQuestion, MemberQuestionDialog } from './member-question.tsx'
import type { AdminMember, AdminMemberList } from './members.contract.ts'

interface Props {
  member: AdminMember
  site: Pick<AdminMemberList, 'hasAccounts' | 'ownership'>
}

/** The menu with an administrator's actions on a member, and their dialogs. */
export function MemberActions({ member, site }: Props) {
  const { id, username, role, isOwner, isSuspended } = member
  const [open, setOpen] = useState<MemberQuestion | 'suspend' | null>(null)
  const lift = useLiftWithToast()
  const recovery = useRecoveryLink()
  const close = () => setOpen(null)
  const adminReason = role === 'admin' ? t('Not possible for administrators') : undefined
  return (
    <>
      <Menu label={t('Actions for @{username}', { username })}>
        {!isSuspended && (
          <MenuLink icon="user" href={profileAddress.href({ username })}>
            {t('View profile')}
          </MenuLink>
        )}
        <MenuLink icon="book-open" href={adminAuditAddress.href({ member: username })}>
          {t('View audit log')}
        </MenuLink>
        <RoleItems member={member} onAsk={setOpen} />
        {site.ownership !== 'not_owner' && !isOwner && (
          <MenuItem
            icon="key-round"
            disabledReason={site.ownership === 'fixed' ? setByOwnerUsername() : suspendedReason(isSuspended)}
            onSelect={() => setOpen('transfer')}
          >
            {t('Transfer ownership')}
          </MenuItem>
        )}
        <MenuItem
          icon="link"
          disabledReason={suspendedReason(isSuspended) ?? adminReason}
          onSelect={() => void recovery.make(username)}
        >
          {t('Create password reset link')}
        </MenuItem>
        {site.hasAccounts && (
          <MenuItem icon="log-out" onSelect={() => setOpen('sign-out')}>
            {t('Sign out everywhere')}
          </MenuItem>
        )}
        {isSuspended ? (
          <MenuItem icon="undo-2" onSelect={() => void lift.run(member)}>
            {t('Lift suspension')}
          </MenuItem>
        ) : (
          <MenuItem icon="ban" isDanger disabledReason={adminReason} onSelect={() => setOpen('suspend')}>
            {t('Suspend')}
          </MenuItem>
        )}
      </Menu>
      <SuspendDialog member={{ id, username }} isOpen={open === 'suspend'} onClose={close} />
      <MemberQuestionDialog member={member} question={open === 'suspend' ? null : open} onClose={close} />
      <RecoveryLinkDialog made={recovery.made} onClose={recovery.close} />
    </>
  )
}

interface RoleItemsProps {
  member: AdminMember
  onAsk: (question: MemberQuestion) => void
}

/** The actions that change the member's role. */
const RoleItems = ({ member: { role, isOwner, isSuspended }, onAsk }: RoleItemsProps) => (
  <>
    {role !== 'admin' && role !== 'moderator' && (
      <MenuItem
        icon={role === 'reader' ? 'square-pen' : 'book-open'}
        onSelect={() => onAsk(role === 'reader' ? 'writer' : 'reader')}
      >
        {role === 'reader' ? t('Make writer') : t('Make reader')}
      </MenuItem>
    )}
    {role === 'moderator' ? (
      <MenuItem icon="user" onSelect={() => onAsk('revoke-moderator')}>
        {t('Remove moderator role')}
      </MenuItem>
    ) : (
      role !== 'admin' && (
        <MenuItem
          icon="message-square"
          disabledReason={suspendedReason(isSuspended)}
          onSelect={() => onAsk('moderator')}
        >
          {t('Make moderator')}
        </MenuItem>
      )
    )}
    {role !== 'admin' ? (
      <MenuItem icon="shield" disabledReason={suspendedReason(isSuspended)} onSelect={() => onAsk('grant')}>
        {t('Make administrator')}
      </MenuItem>
    ) : (
      <MenuItem
        icon="user"
        disabledReason={isOwner ? t('The owner is always an administrator') : undefined}
        onSelect={() => onAsk('revoke')}
      >
        {t('Remove administrator role')}
      </MenuItem>
    )}
  </>
)

const suspendedReason = (isSuspended: boolean) => (isSuspended ? t('Lift the suspension first') : undefined)
