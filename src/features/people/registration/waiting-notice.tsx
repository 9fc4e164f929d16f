import { t } from '#messages/messages.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { checkApproval, signOut } from '#features/people/accounts/accounts.hooks.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { useAction } from '#web/action.tsx'
import { isAwaitingApproval } from '#web/session.ts'

/** Tells new members that an administrator has yet to approve their account. */
export function WaitingNotice() {
  const { emailsDecisions } = useSite()
  const { run: check, isBusy } = useAction(checkAgain)
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
        <Button variant="primary" icon="refresh-cw" busy={isBusy} onClick={() => void check()}>
          {t('Check again')}
        </Button>
        <Button icon="log-out" onClick={() => void signOut()}>
          {t('Log out')}
        </Button>
      </div>
    </>
  )
}

/** The page opens as soon as the account is approved; until then, there is nothing else to see. */
async function checkAgain(): Promise<void> {
  await checkApproval()
  if (isAwaitingApproval())
    showToast({
      title: t('Still waiting for approval'),
      description: t('No administrator has approved your account yet.'),
    })
}
