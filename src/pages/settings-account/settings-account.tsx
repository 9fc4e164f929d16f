import { useEffect } from 'react'
import { EmailCard } from '#features/people/accounts/email-card.tsx'
import { UsernameCard } from '#features/people/accounts/username-card.tsx'
import { PasswordCard } from '#features/people/accounts/password-card.tsx'
import { ArchiveCard } from '#features/admin/archives/archive-card.tsx'
import { AccountDeletionCard } from '#features/people/account-deletion/account-deletion-card.tsx'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import type { PageView } from '../page.ts'
import { SettingsArea } from '../settings/settings-area.tsx'

export const settingsAccountView: PageView = {
  View: SettingsAccountPage,
  head: () => ({ title: 'Account settings', noindex: true }),
}

function SettingsAccountPage() {
  return <SettingsArea>{(viewer) => <AccountCards key={viewer.id} viewer={viewer} />}</SettingsArea>
}

function AccountCards({ viewer }: { viewer: Viewer }) {
  useEffect(goToCard, [])
  return (
    <>
      <UsernameCard viewer={viewer} />
      <EmailCard email={viewer.email} />
      <PasswordCard email={viewer.email} />
      <ArchiveCard />
      <AccountDeletionCard viewer={viewer} />
    </>
  )
}

/** Scrolls to the card in the URL's fragment. The card did not exist yet when the browser resolved the fragment. */
function goToCard(): void {
  const card = document.getElementById(location.hash.slice(1))
  card?.scrollIntoView()
  card?.querySelector<HTMLElement>('.control')?.focus({ preventScroll: true })
}
