import './two-step-card.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { type Account, useAccount } from './account.hooks.ts'
import { AppList } from './app-list.tsx'
import { AppSetup } from './app-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RecoveryCodeSheet } from './recovery-code-sheet.tsx'

/** Two-factor authentication: authenticator apps and recovery codes. */
export function TwoStepCard() {
  const query = useAccount()
  const isOn = Boolean(query.data?.apps.length)
  return (
    <Card id="two-step" title={t('Two-factor authentication')} action={isOn && <Badge color="green">{t('On')}</Badge>}>
      <p>
        {t(
          'After you enter your password, the site asks for a code from an app on your phone, so a stolen password isn’t enough to sign in.',
        )}
      </p>
      <Loaded query={query} loading={<Skeleton />} failed={t('Your apps failed to load.')} isInline>
        {(account) => <Factors account={account} />}
      </Loaded>
    </Card>
  )
}

function Factors({ account }: { account: Account }) {
  const { apps, email, hasRecoveryCodes } = account
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)

  function onAdded(newCodes: string[] | null) {
    setAdding(false)
    setCodes(newCodes)
  }

  return (
    <>
      {apps.length > 0 && <AppList apps={apps} />}
      {codes && <RecoveryCodeSheet codes={codes} email={email} onDone={() => setCodes(null)} />}
      {!codes && !isAdding && apps.length > 0 && <RecoveryCodes hasSome={hasRecoveryCodes} onNew={setCodes} />}
      {isAdding && (
        <AppSetup
          names={apps.map(({ name }) => name)}
          hasRecoveryCodes={hasRecoveryCodes}
          onAdded={onAdded}
          onCancel={() => setAdding(false)}
        />
      )}
      {!isAdding && !codes && (
        <div className="form-actions">
          <Button icon="plus" onClick={() => setAdding(true)}>
            {apps.length > 0 ? t('Add another app') : t('Set up an app')}
          </Button>
        </div>
      )}
    </>
  )
}
