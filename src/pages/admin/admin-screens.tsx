import { adminAuditAddress } from '#features/admin/audit/audit-addresses.contract.ts'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { adminRedirectsAddress } from '#features/admin/redirects/redirect-addresses.contract.ts'
import { adminSettingsAddress } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { adminInvitationsAddress } from '#features/people/registration/invitation-addresses.contract.ts'
import { adminPagesAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { adminTagsAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { IconName } from '#ui/icon-names.ts'
import {
  adminJobsAddress,
  adminMailsAddress,
  adminPolicyReportsAddress,
  adminReportsAddress,
} from './admin-addresses.ts'

/** The screens for administrators only, in navigation order. */
export const adminScreens: { label: string; icon: IconName; href: string }[] = [
  { label: 'Site settings', icon: 'globe', href: adminSettingsAddress.href() },
  { label: 'Members', icon: 'users', href: adminMembersAddress.href() },
  { label: 'Invitations', icon: 'link', href: adminInvitationsAddress.href() },
  { label: 'Reports', icon: 'shield-alert', href: adminReportsAddress.href() },
  { label: 'Pages', icon: 'file-text', href: adminPagesAddress.href() },
  { label: 'Tags', icon: 'tag', href: adminTagsAddress.href() },
  { label: 'Redirects', icon: 'arrow-up-right', href: adminRedirectsAddress.href() },
  { label: 'Background jobs', icon: 'activity', href: adminJobsAddress.href() },
  { label: 'Email', icon: 'mail', href: adminMailsAddress.href() },
  { label: 'Security policy', icon: 'shield', href: adminPolicyReportsAddress.href() },
  { label: 'Audit log', icon: 'book-open', href: adminAuditAddress.href() },
]

/** Links to the screens for administrators only. */
export const AdminScreenLinks = () =>
  adminScreens.map(({ label, icon, href }) => (
    <ButtonLink key={href} icon={icon} href={href}>
      {label}
    </ButtonLink>
  ))
