import { t } from '#messages/messages.ts'
import { adminAuditAddress } from '#features/admin/audit/audit-addresses.contract.ts'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { adminRedirectsAddress } from '#features/admin/redirects/redirect-addresses.contract.ts'
import { adminSettingsAddress } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { adminInvitationsAddress } from '#features/people/registration/invitation-addresses.contract.ts'
import { adminPagesAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { adminTagsAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { mayModerate, type Role } from '#schemas/roles.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { IconName } from '#ui/icon-names.ts'
import {
  adminJobsAddress,
  adminMailsAddress,
  adminPolicyReportsAddress,
  adminReportsAddress,
} from './admin-addresses.ts'

interface AdminScreen {
  label: string
  icon: IconName
  href: string
  isForModerators?: boolean
}

/** The screens for administrators, in navigation order. Some are also for moderators. */
const adminScreens: AdminScreen[] = [
  { label: t('Site settings'), icon: 'globe', href: adminSettingsAddress.href() },
  { label: t('Members'), icon: 'users', href: adminMembersAddress.href() },
  { label: t('Invitations'), icon: 'link', href: adminInvitationsAddress.href() },
  { label: t('Reports'), icon: 'shield-alert', href: adminReportsAddress.href(), isForModerators: true },
  { label: t('Pages'), icon: 'file-text', href: adminPagesAddress.href() },
  { label: t('Tags'), icon: 'tag', href: adminTagsAddress.href() },
  { label: t('Redirects'), icon: 'arrow-up-right', href: adminRedirectsAddress.href() },
  { label: t('Background jobs'), icon: 'activity', href: adminJobsAddress.href() },
  { label: t('Email'), icon: 'mail', href: adminMailsAddress.href() },
  { label: t('Security policy'), icon: 'shield', href: adminPolicyReportsAddress.href() },
  { label: t('Audit log'), icon: 'book-open', href: adminAuditAddress.href() },
]

/** Returns the screens that a member with the role may see. */
export const adminScreensFor = (member: { role: Role }): AdminScreen[] =>
  adminScreens.filter(({ isForModerators = false }) =>
    isForModerators ? mayModerate(member) : member.role === 'admin',
  )

/** Links to the screens for administrators and moderators. */
export const AdminScreenLinks = ({ viewer }: { viewer: { role: Role } }) =>
  adminScreensFor(viewer).map(({ label, icon, href }) => (
    <ButtonLink key={href} icon={icon} href={href}>
      {label}
    </ButtonLink>
  ))
