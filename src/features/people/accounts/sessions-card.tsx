import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import './account.css'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { isRefusal, messageOf } from '#web/api.ts'
import type { Device } from './account-sessions.contract.ts'
import { useAccountSessions, useEndOtherSessions, useEndSession } from './account-sessions.hooks.ts'

/** The member's sessions, with buttons to end them. */
export function SessionsCard() {
  const { data, error, refetch } = useAccountSessions()
  return (
    <Card id="sessions" title={t('Sessions')}>
      {data && (
        <ul className="entries" aria-label={t('Your sessions')}>
          {data.devices.map((device) => (
            <Session key={device.id} device={device} />
          ))}
        </ul>
      )}
      {!data && !error && <Skeleton />}
      {!data && error && <NoList error={error} onRetry={() => void refetch()} />}
      {data?.devices.length === 1 ? (
        <p className="field-hint">{t('You’re not signed in anywhere else.')}</p>
      ) : (
        <EverywhereElse />
      )}
    </Card>
  )
}

function Session({ device }: { device: Device }) {
  const { id, name, network, createdAt, lastUsedAt, isCurrent } = device
  const end = useEndSession()
  const signOut = () =>
    end.mutate(id, {
      onSuccess: () =>
        showToast({
          title: t('Signed out'),
          description: t('{name} has been signed out.', { name }),
          variant: 'success',
        }),
      onError: (reason) => showToast({ ...failed, description: messageOf(reason, tryAgain) }),
    })
  return (
    <li className="account-entry">
      <div className="account-entry-words">
        <h3 className="account-entry-name">
          {name} {isCurrent && <Badge color="green">{t('This device')}</Badge>}
        </h3>
        <p className="meta account-entry-facts">
          {network && <span>{network}</span>}
          <span>{rich('Signed in {date}', { date: <Time iso={createdAt} as="date" /> })}</span>
          <span>{rich('Last used {when}', { when: <Time iso={lastUsedAt} /> })}</span>
        </p>
      </div>
      {!isCurrent && (
        <Button size="s" busy={end.isPending} aria-label={t('Sign out: {name}', { name })} onClick={signOut}>
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}

/** Explains that the provider does not list sessions, or that loading failed. */
function NoList({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isRefusal(error, 501)) return <p>{messageOf(error, t('This site doesn’t list sessions.'))}</p>
  return (
    <div className="row" role="alert">
      <p>{t('Your sessions failed to load.')}</p>
      <Button size="s" onClick={onRetry}>
        {t('Try Again')}
      </Button>
    </div>
  )
}

function EverywhereElse() {
  const end = useEndOtherSessions()
  const signOut = () =>
    end.mutate(undefined, {
      onSuccess: () =>
        showToast({
          title: t('Signed out'),
          description: t('You’re now signed in only on this device.'),
          variant: 'success',
        }),
      onError: ({ message }) => showToast({ ...failed, description: message }),
    })
  return (
    <div className="form-actions">
      <Button icon="log-out" busy={end.isPending} onClick={signOut}>
        {t('Sign out everywhere else')}
      </Button>
    </div>
  )
}

const failed = { title: t('Sign-out failed'), variant: 'error' } as const
const tryAgain = t('An unexpected error occurred. Please try again.')
