import { adminAuditAddress } from '#features/admin/audit/audit-addresses.contract.ts'
import { adminInvitationsAddress } from '#features/people/registration/invitation-addresses.contract.ts'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { adminRedirectsAddress } from '#features/admin/redirects/redirect-addresses.contract.ts'
import { adminSettingsAddress } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { adminPagesAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { adminTagsAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import {
  adminJobsAddress,
  adminMailsAddress,
  adminPolicyReportsAddress,
  adminReportsAddress,
} from '../admin/admin-addresses.ts'
import { MessagesLink } from '../admin/messages-link.tsx'

function OwnMessagesLink() {
  const viewer = useViewer()
  return viewer && <MessagesLink viewer={viewer} />
}

/** Links to the screens for administrators. */
export const AdminScreens = () => (
  <nav aria-label="Administration" className="row">
    <ButtonLink icon="globe" href={adminSettingsAddress.href()}>
      Site settings
    </ButtonLink>
    <ButtonLink icon="users" href={adminMembersAddress.href()}>
      Members
    </ButtonLink>
    <ButtonLink icon="link" href={adminInvitationsAddress.href()}>
      Invitations
    </ButtonLink>
    <ButtonLink icon="message-square" href={adminCommentsAddress.href()}>
      Comments
    </ButtonLink>
    <OwnMessagesLink />
    <ButtonLink icon="shield-alert" href={adminReportsAddress.href()}>
      Reports
    </ButtonLink>
    <ButtonLink icon="file-text" href={adminPagesAddress.href()}>
      Pages
    </ButtonLink>
    <ButtonLink icon="tag" href={adminTagsAddress.href()}>
      Tags
    </ButtonLink>
    <ButtonLink icon="arrow-up-right" href={adminRedirectsAddress.href()}>
      Redirects
    </ButtonLink>
    <ButtonLink icon="activity" href={adminJobsAddress.href()}>
      Background jobs
    </ButtonLink>
    <ButtonLink icon="mail" href={adminMailsAddress.href()}>
      Email
    </ButtonLink>
    <ButtonLink icon="shield" href={adminPolicyReportsAddress.href()}>
      Security policy
    </ButtonLink>
    <ButtonLink icon="book-open" href={adminAuditAddress.href()}>
      Audit log
    </ButtonLink>
  </nav>
)
