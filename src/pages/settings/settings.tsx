import { adminOverviewAddress } from '#features/admin/overview/overview-addresses.contract.ts'
import { adminAuditAddress } from '#features/admin/audit/audit-addresses.contract.ts'
import { adminInvitationsAddress } from '#features/people/registration/invitation-addresses.contract.ts'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { adminPagesAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { adminSettingsAddress } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { adminRedirectsAddress } from '#features/admin/redirects/redirect-addresses.contract.ts'
import { adminTagsAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import {
  adminJobsAddress,
  adminMailsAddress,
  adminPolicyReportsAddress,
  adminReportsAddress,
} from '../admin/admin-addresses.ts'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'
import { LinksForm } from '#features/people/profile-links/links-form.tsx'
import { TestimonialsForm } from '#features/people/testimonials/testimonials-form.tsx'
import { AvailabilityForm } from '#features/people/settings/availability-form.tsx'
import { SettingsForm } from '#features/people/settings/settings-form.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { PageView } from '../page.ts'
import { MessagesLink } from '../admin/messages-link.tsx'
import { SettingsArea } from './settings-area.tsx'

export const settingsView: PageView = {
  View: SettingsPage,
  head: () => ({ title: 'Settings', noindex: true }),
}

function SettingsPage() {
  return (
    <SettingsArea>
      {(viewer) => (
        <>
          <Card title="Admin Tools" action={<Badge>Admin Only</Badge>}>
            <div className="row">
              <ButtonLink icon="message-square" href={adminCommentsAddress.href()}>
                Manage Comments
              </ButtonLink>
              <MessagesLink viewer={viewer} />
              {viewer.role === 'admin' && (
                <>
                  <ButtonLink icon="chart-column" href={adminOverviewAddress.href()}>
                    Overview
                  </ButtonLink>
                  <ButtonLink icon="globe" href={adminSettingsAddress.href()}>
                    Site settings
                  </ButtonLink>
                  <ButtonLink icon="users" href={adminMembersAddress.href()}>
                    Members
                  </ButtonLink>
                  <ButtonLink icon="link" href={adminInvitationsAddress.href()}>
                    Invitations
                  </ButtonLink>
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
                </>
              )}
            </div>
          </Card>
          <SettingsForm key={viewer.id} viewer={viewer} />
          <AvailabilityForm key={`availability ${viewer.id}`} viewer={viewer} />
          <LinksForm key={`links ${viewer.id}`} viewer={viewer} />
          <TestimonialsForm key={`testimonials ${viewer.id}`} viewer={viewer} />
        </>
      )}
    </SettingsArea>
  )
}
