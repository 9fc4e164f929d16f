import { t } from '#messages/messages.ts'
import './account.css'
import { useMinPasswordLength } from '#features/discovery/site/site.hooks.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { changePassword, faultOf, useAccount, useFirstPassword } from './account.hooks.ts'
import { newPassword, passwordChange } from './accounts.contract.ts'
import { CurrentPasswordField } from './current-password-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/** Changes the password, or sets the first one. `email` helps password managers find the account. */
export function PasswordCard({ email }: { email: string }) {
  const { data } = useAccount()
  return (
    <Card id="password" title={t('Password')}>
      {data?.hasPassword === false ? <FirstPassword email={email} /> : <PasswordChange email={email} />}
    </Card>
  )
}

function FirstPassword({ email }: { email: string }) {
  const set = useFirstPassword()
  const { onSubmit, faults, isPending } = useForm(newPassword(useMinPasswordLength()), async (values) => {
    const outcome = await set(values)
    if (outcome.ok) {
      showToast(added)
      return {}
    }
    const fault = faultOf(outcome)
    if (!fault) showToast({ title: t('Password not set'), description: outcome.message, variant: 'error' })
    return fault ?? {}
  })
  return (
    <>
      <p>
        {t(
          'You don’t have a password yet. Set one so that you can sign in even if you lose access to your connected account.',
        )}
      </p>
      <form method="post" noValidate className="form" onSubmit={onSubmit}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField label={t('Password')} error={faults.password} />
        <div className="form-actions">
          <Button type="submit" busy={isPending}>
            {isPending ? t('Saving...') : t('Set password')}
          </Button>
        </div>
      </form>
    </>
  )
}

function PasswordChange({ email }: { email: string }) {
  const { onSubmit, faults, isPending } = useForm(passwordChange(useMinPasswordLength()), async (values, form) => {
    const outcome = await changePassword(values)
    if (outcome.ok) {
      form.reset()
      showToast(changed)
      return {}
    }
    const fault = faultOf(outcome)
    if (!fault) showToast({ title: t('Password not changed'), description: outcome.message, variant: 'error' })
    return fault ?? {}
  })
  return (
    <>
      <p>{t('Changing it signs out your other devices. This one stays signed in.')}</p>
      <form method="post" noValidate className="form" onSubmit={onSubmit}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="form-row">
          <CurrentPasswordField error={faults.currentPassword} />
          <NewPasswordField label={t('New password')} error={faults.password} />
        </div>
        <div className="form-actions">
          <Button type="submit" busy={isPending}>
            {isPending ? t('Saving...') : t('Change password')}
          </Button>
        </div>
      </form>
    </>
  )
}

const added = {
  title: t('Password set'),
  description: t('You can now sign in with your email address and this password.'),
  variant: 'success',
} as const

const changed = {
  title: t('Password changed'),
  description: t('You’re signed out on your other devices.'),
  variant: 'success',
} as const
