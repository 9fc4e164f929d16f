import { t } from '#messages/messages.ts'
import { useMinPasswordLength } from '#features/discovery/site/site.hooks.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { newPassword } from './accounts.contract.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { setPassword } from './sign-in.hooks.ts'

/** The form for setting the signed-in user's new password. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const { onSubmit, faults, isPending } = useForm(newPassword(useMinPasswordLength()), async ({ password }) => {
    const outcome = await setPassword(password)
    if (!outcome.ok) return { password: outcome.message }
    showToast({
      title: t('Password changed'),
      description: t('You’re signed in with your new password.'),
      variant: 'success',
    })
    onDone()
    return {}
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <NewPasswordField label={t('New password')} error={faults.password} />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? t('Saving...') : t('Set password')}
      </Button>
    </form>
  )
}
