import './setup-banner.css'
import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { useShownViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Icon } from '#ui/icon.tsx'
import { neverChanges } from '#web/never-changes.ts'
import { setupAddress } from './setup-addresses.contract.ts'
import { isSetupOpen } from './setup-progress.hooks.ts'

/** Links administrators back to setup, in the browser where they opened it and have not finished. */
export function SetupBanner() {
  const isOpen = useSyncExternalStore(neverChanges, isSetupOpen, () => false)
  const viewer = useShownViewer()
  const isAdmin = viewer !== null && typeof viewer === 'object' && viewer.role === 'admin'
  if (!isOpen || !isAdmin) return null
  return (
    <nav className="setup-banner" aria-label={t('Setup')}>
      <Link className="setup-banner-link" href={setupAddress.href()}>
        <Icon name="arrow-left" />
        {t('Back to setup')}
      </Link>
    </nav>
  )
}
