import { t } from '#messages/messages.ts'
import { adminOverviewAddress } from '#features/admin/overview/overview-addresses.contract.ts'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'
import { LinksForm } from '#features/people/profile-links/links-form.tsx'
import { TalksForm } from '#features/people/talks/talks-form.tsx'
import { TestimonialsForm } from '#features/people/testimonials/testimonials-form.tsx'
import { AvailabilityForm } from '#features/people/settings/availability-form.tsx'
import { SettingsForm } from '#features/people/settings/settings-form.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { PageView } from '../page.ts'
import { AdminScreenLinks } from '../admin/admin-screens.tsx'
import { MessagesLink } from '../admin/messages-link.tsx'
import { SettingsArea } from './settings-area.tsx'

export const settingsView: PageView = {
  View: SettingsPage,
  head: () => ({ title: t('Settings'), noindex: true }),
}

function SettingsPage() {
  return (
    <SettingsArea>
      {(viewer) => (
        <>
          <Card title={t('Admin Tools')} action={<Badge>{t('Admin Only')}</Badge>}>
            <div className="row">
              <ButtonLink icon="message-square" href={adminCommentsAddress.href()}>
                {t('Manage Comments')}
              </ButtonLink>
              <MessagesLink viewer={viewer} />
              {viewer.role === 'admin' && (
                <ButtonLink icon="chart-column" href={adminOverviewAddress.href()}>
                  {t('Overview')}
                </ButtonLink>
              )}
              <AdminScreenLinks viewer={viewer} />
            </div>
          </Card>
          <SettingsForm key={viewer.id} viewer={viewer} />
          <AvailabilityForm key={`availability ${viewer.id}`} viewer={viewer} />
          <Card key={`links ${viewer.id}`} id="links" title={t('Links')}>
            <LinksForm viewer={viewer} />
          </Card>
          <Card key={`talks ${viewer.id}`} id="talks" title={t('Talks')}>
            <TalksForm viewer={viewer} />
          </Card>
          <Card key={`testimonials ${viewer.id}`} id="testimonials" title={t('Testimonials')}>
            <TestimonialsForm viewer={viewer} />
          </Card>
        </>
      )}
    </SettingsArea>
  )
}
