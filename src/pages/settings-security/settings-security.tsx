import './settings-security.css'
import { PasskeysCard } from '#features/accounts/passkeys-card.tsx'
import { SessionsCard } from '#features/accounts/sessions-card.tsx'
import { TwoStepCard } from '#features/accounts/two-step-card.tsx'
import type { PageView } from '../page.ts'
import { SettingsArea } from '../settings/settings-area.tsx'

export const settingsSecurityView: PageView = {
  View: SettingsSecurityPage,
  head: () => ({ title: 'Security settings', noindex: true }),
}

function SettingsSecurityPage() {
  return (
    <SettingsArea>
      {(viewer) => (
        <>
          <TwoStepCard key={viewer.id} />
          <PasskeysCard />
          <SessionsCard />
        </>
      )}
    </SettingsArea>
  )
}
