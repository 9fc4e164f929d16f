import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import './account.css'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ListEntry } from '#ui/list-entry.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { ConfirmButton } from '#web/action.tsx'
import { useFragment } from '#web/use-fragment.ts'
import { type Account, type ConnectedAccount, useAccount, useDisconnect } from './account.hooks.ts'
import { connectAccount, useExternalProviders, useProviderLabel } from './external-sign-in.hooks.ts'
import { dataOf, refusalWithTitle } from './identity-client.hooks.ts'
import { type ExternalProvider, useHostedIdentity } from './identity-settings.hooks.ts'

/** The member's accounts at other sites, with which they sign in. Not shown if the site offers none. */
export function ConnectedAccountsCard() {
  const { data } = useAccount()
  const offered = useExternalProviders()
  const isHosted = useHostedIdentity()
  if (!data || isHosted || offered.length + data.connected.length === 0) return null
  return (
    <Card id="connected-accounts" title={t('Connected accounts')}>
      <p>{t('Sign in here with an account that you have on another site.')}</p>
      <Accounts account={data} offered={offered} />
    </Card>
  )
}

function Accounts({ account, offered }: { account: Account; offered: ExternalProvider[] }) {
  useFragment('connected-accounts')
  const { connected, hasPassword } = account
  const isLast = !hasPassword && connected.length === 1
  const others = offered.filter((provider) => !connected.some((one) => one.provider === provider))
  return (
    <>
      {connected.length > 0 && (
        <ul className="entries" aria-label={t('Your connected accounts')}>
          {connected.map((one) => (
            <Connected key={one.id} account={one} isLast={isLast} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className="form-actions">
          {others.map((provider) => (
            <ConnectButton key={provider} provider={provider} />
          ))}
        </div>
      )}
    </>
  )
}

function Connected({ account, isLast }: { account: ConnectedAccount; isLast: boolean }) {
  const label = useProviderLabel(account.provider)
  const disconnect = useDisconnect()
  return (
    <ListEntry
      name={label}
      nameDir="auto"
      facts={
        <>
          <span dir="auto">{account.name}</span>
          <span>{rich('Connected {date}', { date: <Time iso={account.createdAt} as="date" /> })}</span>
        </>
      }
      note={isLast && <p className="field-hint">{t('To disconnect it, set a password first.')}</p>}
    >
      {!isLast && (
        <ConfirmButton
          size="s"
          aria-label={t('Disconnect: {label}', { label })}
          confirm={{
            title: t('Disconnect {label}?', { label }),
            description: t('You can no longer sign in with it, and other sessions that it started will end.'),
            confirmLabel: t('Disconnect'),
            action: () => dataOf(disconnect(account)),
            success: {
              title: t('Account disconnected'),
              description: t('You can no longer sign in with {label}.', { label }),
              variant: 'success',
            },
            failure: refusalWithTitle(t('Account not disconnected')),
          }}
        >
          {t('Disconnect')}
        </ConfirmButton>
      )}
    </ListEntry>
  )
}

function ConnectButton({ provider }: { provider: ExternalProvider }) {
  const label = useProviderLabel(provider)

  async function connect() {
    const outcome = await connectAccount(provider)
    if (!outcome.ok) showToast({ title: t('Account not connected'), description: outcome.message, variant: 'error' })
  }

  return (
    <Button icon={provider === 'github' ? 'github' : 'link'} onClick={() => void connect()}>
      {t('Connect {label}', { label })}
    </Button>
  )
}
