import { useState, useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { neverChanges } from '#web/never-changes.ts'
import { nextPath } from './accounts.contract.ts'

/** Tells members whose role requires two-factor authentication to set it up, and then leads them to the page that they
 *  came from. */
export function SecondFactorNotice({ isNeeded }: { isNeeded: boolean }) {
  const [wasNeeded] = useState(isNeeded)
  const next = useSyncExternalStore(neverChanges, requestedPath, atFirst)
  if (isNeeded)
    return (
      <Card title={t('Set up two-factor authentication')}>
        <p>
          {t(
            'Your role on this site requires it. Until you set it up, you can read, but not change anything. Set up an authenticator app below. If you have a passkey, you can sign out and sign in with it instead.',
          )}
        </p>
      </Card>
    )
  return (
    wasNeeded && (
      <Card title={t('Two-factor authentication is on')}>
        <p>
          <output>{t('You have full access again. Save your recovery codes before you continue.')}</output>
        </p>
        <div className="form-actions">
          <ButtonLink variant="primary" href={next}>
            {t('Continue')}
          </ButtonLink>
        </div>
      </Card>
    )
  )
}

const requestedPath = () => nextPath(new URLSearchParams(location.search).get('next'))
const atFirst = () => '/'
