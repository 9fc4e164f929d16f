import './account.css'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { endConfirmation } from '#web/confirmation.ts'
import { useForm } from '#web/use-form.ts'
import { PasswordProof } from './account-proofs.contract.ts'
import { type Account, type App, useAccount } from './account.hooks.ts'
import { AppCode, RecoveryCode } from './accounts.contract.ts'
import { AppChoice, AppCodeField, codeFault, focusOnMount } from './code-field.tsx'
import { proveByAppCode, proveByPasskey, proveByPassword, proveByRecoveryCode } from './confirmation.hooks.ts'
import { ExternalProofs } from './external-proofs.tsx'
import type { Outcome } from './identity-client.hooks.ts'
import { useHostedIdentity } from './identity-settings.hooks.ts'
import { usePasskeyObstacle } from './passkey-support.hooks.ts'
import { usePasskeys } from './passkeys.hooks.ts'

const confirmed = () => endConfirmation(true)

/** Asks members to confirm their identity with one of their sign-in methods. */
export function ConfirmationDialog() {
  const { data: account, isError } = useAccount()
  const hasPasskey = useHasPasskey()
  const isHosted = useHostedIdentity()
  const isKnown = account !== undefined || isError
  const [chosen, setChosen] = useState<Method | null>(null)
  const methods = isKnown ? methodsOf(account, hasPasskey, isHosted) : ['password' as const]
  const method = chosen ?? methods[0]
  return (
    <Dialog
      isOpen
      onClose={() => endConfirmation(false)}
      title={t('Confirm it’s you')}
      description={descriptions[method ?? 'none']}
      size="s"
    >
      {method === 'password' && <PasswordForm email={account?.email ?? ''} />}
      {method === 'passkey' && <PasskeyProof />}
      {method === 'app' && <AppCodeForm apps={account?.apps ?? []} />}
      {method === 'recovery' && <RecoveryCodeForm />}
      {method === 'external' && <ExternalProofs accounts={account?.connected ?? []} />}
      {methods.length > 1 && (
        <div className="confirmation-ways">
          {methods
            .filter((one) => one !== method)
            .map((one) => (
              <Button key={one} variant="plain" size="s" icon="key-round" onClick={() => setChosen(one)}>
                {labels[one]}
              </Button>
            ))}
        </div>
      )}
    </Dialog>
  )
}

type Method = 'password' | 'passkey' | 'app' | 'recovery' | 'external'

function methodsOf(account: Account | undefined, hasPasskey: boolean, isHosted: boolean): Method[] {
  const { hasPassword = true, apps = [], hasRecoveryCodes = false, connected = [] } = account ?? {}
  const has: Record<Method, boolean> = {
    password: hasPassword,
    passkey: hasPasskey,
    app: apps.length > 0,
    recovery: hasRecoveryCodes,
    external: !hasPassword && connected.length > 0 && !isHosted,
  }
  return (['password', 'passkey', 'app', 'recovery', 'external'] as const).filter((method) => has[method])
}

/** Returns whether the account has a passkey and this browser can use it here. */
function useHasPasskey(): boolean {
  const { data } = usePasskeys()
  const passkeyObstacle = usePasskeyObstacle()
  return passkeyObstacle === null && (data?.length ?? 0) > 0
}

const labels: Record<Method, string> = {
  password: t('Use your password'),
  passkey: t('Use a passkey'),
  app: t('Use a code from your app'),
  recovery: t('Use a recovery code'),
  external: t('Sign in again'),
}

const descriptions: Record<Method | 'none', string> = {
  password: t('Enter your password to continue. You won’t be asked again for 10 minutes.'),
  passkey: t('Use a passkey to continue. You won’t be asked again for 10 minutes.'),
  app: t('Enter the code from your authenticator app to continue. You won’t be asked again for 10 minutes.'),
  recovery: t('Enter one of your recovery codes to continue. You won’t be asked again for 10 minutes.'),
  external: t('Sign in again, then redo your last step. You won’t be asked again for 10 minutes.'),
  none: t('To continue, sign out and sign in again. After that, you won’t be asked again for 10 minutes.'),
}

/** The hidden email address lets password managers find the right password. */
function PasswordForm({ email }: { email: string }) {
  const { onSubmit, faults, isPending } = useForm(PasswordProof, async ({ password }) =>
    ended(await proveByPassword(password), 'password'),
  )
  return (
    <form method="post" noValidate className="form" onSubmit={onSubmit}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        ref={focusOnMount}
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={faults.password}
      />
      <Actions isPending={isPending} />
    </form>
  )
}

function AppCodeForm({ apps }: { apps: App[] }) {
  const { onSubmit, faults, isPending } = useForm(AppCode, async ({ code, appId = apps[0]?.id ?? '' }) =>
    ended(await proveByAppCode(appId, code), 'code'),
  )
  return (
    <form method="post" noValidate className="form" onSubmit={onSubmit}>
      <AppChoice apps={apps} />
      <AppCodeField ref={focusOnMount} error={faults.code} />
      <Actions isPending={isPending} />
    </form>
  )
}

function RecoveryCodeForm() {
  const { onSubmit, faults, isPending } = useForm(RecoveryCode, async ({ code }) =>
    ended(await proveByRecoveryCode(code), 'code'),
  )
  return (
    <form method="post" noValidate className="form" onSubmit={onSubmit}>
      <TextInput
        ref={focusOnMount}
        label={t('Recovery code')}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={faults.code}
        hint={t('Each code works once.')}
      />
      <Actions isPending={isPending} />
    </form>
  )
}

function PasskeyProof() {
  const [isPending, setPending] = useState(false)
  async function confirm() {
    setPending(true)
    const outcome = await proveByPasskey()
    setPending(false)
    if (outcome.ok) confirmed()
    else showToast({ title: t('Confirmation failed'), description: outcome.message, variant: 'error' })
  }
  return (
    <div className="dialog-actions">
      <Button onClick={() => endConfirmation(false)}>{t('Cancel')}</Button>
      <Button ref={focusOnMount} variant="primary" icon="key-round" busy={isPending} onClick={() => void confirm()}>
        {isPending ? t('Waiting for your device...') : t('Use a passkey')}
      </Button>
    </div>
  )
}

const Actions = ({ isPending }: { isPending: boolean }) => (
  <div className="dialog-actions">
    <Button onClick={() => endConfirmation(false)}>{t('Cancel')}</Button>
    <Button type="submit" variant="primary" busy={isPending}>
      {isPending ? t('Checking...') : t('Confirm')}
    </Button>
  </div>
)

/** Closes the dialog, or returns the error for the field. */
function ended(outcome: Outcome, field: string) {
  if (!outcome.ok) return { [field]: codeFault(outcome) }
  confirmed()
  return {}
}
