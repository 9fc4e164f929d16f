import { t } from '#messages/messages.ts'
import { ConnectedAccountsCard } from '#features/people/accounts/connected-accounts-card.tsx'
import { EmailCard } from '#features/people/accounts/email-card.tsx'
import { UsernameCard } from '#features/people/accounts/username-card.tsx'
import { PasswordCard } from '#features/people/accounts/password-card.tsx'
import { ArchiveCard } from '#features/admin/archives/archive-card.tsx'
import { AccountDeletionCard } from '#features/people/account-deletion/account-deletion-card.tsx'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { useFragment } from '#web/use-fragment.ts'
import type { PageView } from '../page.ts'
import { SettingsArea } from '../settings/settings-area.tsx'

export const settingsAccountView: PageView = {
  View: SettingsAccountPage,
  head: () => ({ title: t('Account settings'), noindex: true }),
}

function SettingsAccountPage() {
  return <SettingsArea>{(viewer) => <AccountCards key={viewer.id} viewer={viewer} />}</SettingsArea>
}

function AccountCards({ viewer }: { viewer: Viewer }) {
  useFragment()
  return (
    <>
      <UsernameCard viewer={viewer} />
      <EmailCard email={viewer.email} />
      <PasswordCard email={viewer.email} />
      <ConnectedAccountsCard />
      <ArchiveCard />
      <AccountDeletionCard viewer={viewer} />
    </>
  )
}
