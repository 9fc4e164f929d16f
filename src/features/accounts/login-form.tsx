import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { Login } from './accounts.contract.ts'
import { signIn } from './sign-in.hooks.ts'

interface Props {
  /** What was typed as the address in another form of the page. */
  email: string
  onEmail: (email: string) => void
  onSignedIn: () => void
}

/** Signs in with e-mail and password. */
export function LoginForm({ email, onEmail, onSignedIn }: Props) {
  const cache = useQueryClient()
  const { onSubmit, faults, isPending } = useForm(Login, async (values) => {
    const outcome = await signIn(values, cache)
    if (outcome.ok) onSignedIn()
    else showToast({ title: 'Login failed', description: outcome.message, variant: 'error' })
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <TextInput
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={email}
        error={faults.email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <TextInput
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={faults.password}
      />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? 'Logging in...' : 'Login'}
      </Button>
      <Link href="/login?tab=forgot" className="link">
        Forgot password?
      </Link>
    </form>
  )
}
