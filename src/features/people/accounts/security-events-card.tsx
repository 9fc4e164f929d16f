import './account.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { accountSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ListEntry } from '#ui/list-entry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { Time } from '#ui/time.tsx'
import type { SecurityEvent } from './security-events.contract.ts'
import { useSecurityEvents } from './security-events.hooks.ts'

/** The member's sign-ins and changes to how they sign in. */
export function SecurityEventsCard() {
  const query = useSecurityEvents()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const events = data?.pages.flatMap((page) => page.events) ?? []
  const hasSignIns = data?.pages[0]?.hasSignIns
  return (
    <Card id="events" title={t('Recent activity')}>
      {hasSignIns && (
        <p className="field-hint">
          {rich(
            'If there is anything here that you didn’t do, <link>change your password</link>. This also signs out all other devices.',
            {
              link: (text) => (
                <Link className="link" href={`${accountSettingsAddress.href()}#password`}>
                  {text}
                </Link>
              ),
            },
          )}
        </p>
      )}
      {hasSignIns === false && (
        <p>
          {t(
            'Sign-ins and changes to your password, email address, and factors are recorded by this site’s sign-in service and can’t be listed here.',
          )}
        </p>
      )}
      <Loaded query={query} loading={<Skeleton />} failed={t('Your recent activity failed to load.')} isInline>
        {() =>
          events.length > 0 ? (
            <ul className="entries" aria-label={t('Your recent activity')}>
              {events.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ul>
          ) : (
            hasSignIns && <p className="field-hint">{t('Nothing has been recorded yet.')}</p>
          )
        }
      </Loaded>
      {hasNextPage && (
        <div className="form-actions">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** The texts of sign-ins by method. */
const signInTexts: Readonly<Record<string, string>> = {
  password: t('Signed in with a password'),
  passkey: t('Signed in with a passkey'),
  recovery: t('Signed in with a password reset link'),
  otp: t('Signed in with a link from an email'),
  oauth: t('Signed in with a connected account'),
}
const doers: Partial<Record<SecurityEvent['by'], string>> = {
  administrator: t('By an administrator'),
  operator: t('By the site’s operator'),
}
/** Events that someone else may have caused. */
const warnings = new Set(['sign_in.failed', 'sign_in.blocked', 'sign_in.code_rejected'])

function Event({ event: { action, text, method, by, device, network, at } }: { event: SecurityEvent }) {
  const signInText = method === null ? undefined : signInTexts[method]
  return (
    <ListEntry
      name={
        <>
          {signInText ?? text} {warnings.has(action) && <Badge color="amber">{t('Failed')}</Badge>}
        </>
      }
      facts={
        <>
          <Time iso={at} />
          {device !== null && <span>{device}</span>}
          {network !== null && network !== '' && <span>{network}</span>}
          {doers[by] !== undefined && <span>{doers[by]}</span>}
        </>
      }
    />
  )
}
