import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { endConfirmation } from '#web/confirmation.ts'
import type { ConnectedAccount } from './account.hooks.ts'
import { confirmAt, unavailable, useProviderLabel } from './external-sign-in.hooks.ts'
import { isExternalProvider } from './identity-settings.hooks.ts'

/** Lets members without a password confirm their identity by signing in at another site again. The browser leaves the
 *  page and returns to it. */
export function ExternalProofs({ accounts }: { accounts: ConnectedAccount[] }) {
  return (
    <div className="dialog-actions">
      <Button onClick={() => endConfirmation(false)}>{t('Cancel')}</Button>
      {accounts.map((account) => (
        <SignInAgain key={account.id} account={account} />
      ))}
    </div>
  )
}

function SignInAgain({ account: { provider } }: { account: ConnectedAccount }) {
  const label = useProviderLabel(provider)

  async function signIn() {
    const outcome = isExternalProvider(provider) ? await confirmAt(provider) : null
    if (!outcome?.ok) showToast(unavailable(label))
  }

  return (
    <Button variant="primary" icon={provider === 'github' ? 'github' : 'log-in'} onClick={() => void signIn()}>
      {t('Continue with {label}', { label })}
    </Button>
  )
}
