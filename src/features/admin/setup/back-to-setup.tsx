import './back-to-setup.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { useShownViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Icon } from '#ui/icon.tsx'
import { useFragment } from '#web/use-fragment.ts'
import { setupAddress } from './setup-addresses.contract.ts'

/** A link to the setup. Renders nothing for members who are not administrators. */
export function BackToSetup() {
  // This bar appears after the page has scrolled to a field, and would cover it.
  useFragment()
  const viewer = useShownViewer()
  if (viewer === null || typeof viewer === 'string' || viewer.role !== 'admin') return null
  return (
    <nav className="back-to-setup" aria-label={t('Setup')}>
      <Link className="back-to-setup-link" href={setupAddress.href()}>
        <Icon name="arrow-left" />
        {t('Back to setup')}
      </Link>
    </nav>
  )
}
