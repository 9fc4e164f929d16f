import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import './account.css'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ListEntry } from '#ui/list-entry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'
import { showToast } from '#ui/toasts.ts'
import { isRefusal, messageOf } from '#web/api.ts'
import { Loaded } from '#web/loaded.tsx'
import type { Device } from './account-sessions.contract.ts'
import { useAccountSessions, useEndOtherSessions, useEndSession } from './account-sessions.hooks.ts'

/** The member's sessions, with buttons to end them. */
export function SessionsCard() {
  const query = useAccountSessions()
  const { data, error } = query
  return (
    <Card id="sessions" title={t('Sessions')}>
      {isRefusal(error, 501) ? (
        <p>{messageOf(error, t('This site doesn’t list sessions.'))}</p>
      ) : (
        <Loaded query={query} loading={<Skeleton />} failed={t('Your sessions failed to load.')} isInline>
          {({ devices }) => (
            <ul className="entries" aria-label={t('Your sessions')}>
              {devices.map((device) => (
                <Session key={device.id} device={device} />
              ))}
            </ul>
          )}
        </Loaded>
      )}
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
    <ListEntry
      name={
        <>
          {name} {isCurrent && <Badge color="green">{t('This device')}</Badge>}
        </>
      }
      facts={
        <>
          {network && <span>{network}</span>}
          <span>{rich('Signed in {date}', { date: <Time iso={createdAt} as="date" /> })}</span>
          <span>{rich('Last used {when}', { when: <Time iso={lastUsedAt} /> })}</span>
        </>
      }
    >
      {!isCurrent && (
        <Button size="s" busy={end.isPending} aria-label={t('Sign out: {name}', { name })} onClick={signOut}>
          {t('Sign out')}
        </Button>
      )}
    </ListEntry>
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
