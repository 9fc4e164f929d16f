import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { showToast } from '#ui/toasts.ts'
import { isCodeRequired } from '#web/session.ts'
import { type Faults, useForm } from '#web/use-form.ts'
import { Login } from './accounts.contract.ts'
import { EmailField, type EmailFieldProps } from './email-field.tsx'
import { signIn } from './sign-in.hooks.ts'
import { UnconfirmedNotice } from './unconfirmed-notice.tsx'

interface Props extends EmailFieldProps {
  /** The secret of the invitation link that the visitor opened. */
  invitation: string | null
  /** Returns the URL of a form that requests a link by email. */
  addressOf: (tab: 'forgot' | 'link') => string
  onSignedIn: () => void
}

/** The form for signing in with email and password. */
export function LoginForm({ email, onEmail, invitation, addressOf, onSignedIn }: Props) {
  const cache = useQueryClient()
  const { canSendEmail } = useSite()
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const { onSubmit, faults, isPending } = useForm(Login, async (values): Promise<Faults | void> => {
    const outcome = await signIn(values, cache, invitation)
    setUnconfirmed(null)
    if (outcome.ok) {
      if (!isCodeRequired()) onSignedIn() // otherwise the page asks for the code
    } else if (outcome.code === 'email_not_confirmed') setUnconfirmed(values.email)
    else {
      showToast({ title: t('Login failed'), description: outcome.message, variant: 'error' })
      return { form: outcome.message }
    }
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <EmailField email={email} onEmail={onEmail} error={faults.email} />
      <TextInput
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={faults.password}
      />
      <FormError message={faults.form} />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? t('Logging in...') : t('Login')}
      </Button>
      {unconfirmed !== null && <UnconfirmedNotice key={unconfirmed} email={unconfirmed} />}
      <div className="sign-in-ways">
        <Link href={addressOf('forgot')} className="link">
          {t('Forgot password?')}
        </Link>
        {canSendEmail && (
          <Link href={addressOf('link')} className="link">
            {t('Email me a sign-in link')}
          </Link>
        )}
      </div>
    </form>
  )
}
