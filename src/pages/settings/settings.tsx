import { LinksForm } from '#features/people/profile-links/links-form.tsx'
import { SettingsForm } from '#features/people/settings/settings-form.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { PageView } from '../page.ts'
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
              <ButtonLink icon="message-square" href="/admin/comments">
                Manage Comments
              </ButtonLink>
              {viewer.role === 'admin' && (
                <>
                  <ButtonLink icon="shield-alert" href="/admin/reports">
                    Reports
                  </ButtonLink>
                  <ButtonLink icon="activity" href="/admin/jobs">
                    Background jobs
                  </ButtonLink>
                  <ButtonLink icon="mail" href="/admin/mails">
                    Email
                  </ButtonLink>
                </>
              )}
            </div>
          </Card>
          <SettingsForm key={viewer.id} viewer={viewer} />
          <LinksForm key={`links ${viewer.id}`} viewer={viewer} />
        </>
      )}
    </SettingsArea>
  )
}
