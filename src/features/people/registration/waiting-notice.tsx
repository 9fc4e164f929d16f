import { t } from '#messages/messages.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { signOut } from '#features/people/accounts/accounts.hooks.ts'
import { Button } from '#ui/button.tsx'

/** Tells new members that an administrator has yet to approve their account. */
export function WaitingNotice() {
  const { emailsDecisions } = useSite()
  return (
    <>
      <h1>{t('Waiting for approval')}</h1>
      <p>
        {emailsDecisions
          ? t(
              'An administrator needs to approve your account before you can use it. We’ll email you when that happens. Until then, you can read everything that’s public.',
            )
          : t(
              'An administrator needs to approve your account before you can use it. Check again later. Until then, you can read everything that’s public.',
            )}
      </p>
      <div className="row">
        <Button variant="primary" icon="refresh-cw" onClick={() => location.reload()}>
          {t('Check again')}
        </Button>
        <Button icon="log-out" onClick={() => void signOut()}>
          {t('Log out')}
        </Button>
      </div>
    </>
  )
}
