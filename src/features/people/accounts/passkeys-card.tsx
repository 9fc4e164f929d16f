import './account.css'
import { useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { Loaded } from '#web/loaded.tsx'
import { PasskeyItem } from './passkey-item.tsx'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { type PasskeyObstacle, localhostAddress, usePasskeyObstacle } from './passkey-support.hooks.ts'
import type { Passkey } from './passkeys.contract.ts'
import { addPasskey, usePasskeyChange, usePasskeys } from './passkeys.hooks.ts'

/** The member's passkeys, which let them sign in without a password. */
export function PasskeysCard() {
  const query = usePasskeys()
  return (
    <Card id="passkeys" title={t('Passkeys')}>
      <p>
        {t(
          'Sign in with your fingerprint, face, or screen lock instead of a password. Fake sites can’t steal a passkey, and you don’t need a code from your app.',
        )}
      </p>
      <Loaded query={query} loading={<Skeleton />} failed={t('Your passkeys failed to load.')} isInline>
        {(passkeys) =>
          passkeys ? (
            <Passkeys passkeys={passkeys} />
          ) : (
            <p className="field-hint">{t('This site’s sign-in service doesn’t support passkeys.')}</p>
          )
        }
      </Loaded>
    </Card>
  )
}

function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const passkeyObstacle = usePasskeyObstacle()
  const [named, setNamed] = useState<Passkey | null>(null)
  const addition = usePasskeyChange(addPasskey)
  const addButton = useRef<HTMLButtonElement>(null)

  async function add() {
    const outcome = await addition.mutateAsync(undefined)
    if (outcome.ok) setNamed(outcome.data)
    else showToast({ title: t('Passkey not added'), description: outcome.message, variant: 'error' })
  }

  return (
    <>
      {passkeys.length > 0 && (
        <ul className="entries" aria-label={t('Your passkeys')}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={() => addButton.current?.focus()} />
          ))}
        </ul>
      )}
      {passkeyObstacle && <ObstacleNotice passkeyObstacle={passkeyObstacle} />}
      {passkeyObstacle === null && (
        <div className="form-actions">
          <Button ref={addButton} icon="plus" busy={addition.isPending} onClick={() => void add()}>
            {passkeys.length > 0 ? t('Add another passkey') : t('Add a passkey')}
          </Button>
        </div>
      )}
      <PasskeyNameDialog passkey={named} isNew onClose={() => setNamed(null)} />
    </>
  )
}

function ObstacleNotice({ passkeyObstacle }: { passkeyObstacle: PasskeyObstacle }) {
  const address = passkeyObstacle === 'number' ? localhostAddress() : null
  return (
    <p className="field-hint">
      {address
        ? rich(
            'Passkeys need a domain name, not an IP address. To add or use one, open this site at <link>{origin}</link>.',
            {
              origin: new URL(address).origin,
              link: (text) => (
                <a className="link" href={address}>
                  {text}
                </a>
              ),
            },
          )
        : obstacleTexts[passkeyObstacle]}
    </p>
  )
}

const obstacleTexts: Record<PasskeyObstacle, string> = {
  number: t('Passkeys need a domain name, not an IP address. To add or use one, open this site at its domain name.'),
  insecure: t('Passkeys need HTTPS. To add or use one, open this site with https://.'),
  browser: t('This browser doesn’t support passkeys.'),
}
