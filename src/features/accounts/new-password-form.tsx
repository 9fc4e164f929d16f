import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { NewPassword } from './accounts.contract.ts'
import { setPassword } from './sign-in.hooks.ts'

/** Sets a new password for whoever is signed in. */
export function NewPasswordForm({ onDone }: { onDone: () => void }) {
  const { onSubmit, faults, isPending } = useForm(NewPassword, async ({ password }) => {
    const outcome = await setPassword(password)
    if (!outcome.ok) return { password: outcome.message }
    showToast({
      title: 'Password changed',
      description: 'You are signed in with your new password.',
      variant: 'success',
    })
    onDone()
    return {}
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <TextInput
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        error={faults.password}
        hint="At least 6 characters."
      />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? 'Saving...' : 'Set password'}
      </Button>
    </form>
  )
}
