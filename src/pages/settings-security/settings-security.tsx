import { t } from '#messages/messages.ts'
import './settings-security.css'
import { PasskeysCard } from '#features/people/accounts/passkeys-card.tsx'
import { SecondFactorNotice } from '#features/people/accounts/second-factor-notice.tsx'
import { SecurityEventsCard } from '#features/people/accounts/security-events-card.tsx'
import { SessionsCard } from '#features/people/accounts/sessions-card.tsx'
import { TwoStepCard } from '#features/people/accounts/two-step-card.tsx'
import type { PageView } from '../page.ts'
import { SettingsArea } from '../settings/settings-area.tsx'

export const settingsSecurityView: PageView = {
  View: SettingsSecurityPage,
  head: () => ({ title: t('Security settings'), noindex: true }),
}

function SettingsSecurityPage() {
  return (
    <SettingsArea>
      {(viewer) => (
        <>
          <SecondFactorNotice key={`notice ${viewer.id}`} isNeeded={viewer.needsSecondFactor ?? false} />
          <TwoStepCard key={viewer.id} />
          <PasskeysCard />
          <SessionsCard />
          <SecurityEventsCard />
        </>
      )}
    </SettingsArea>
  )
}
