import { t } from '#messages/messages.ts'
import { useMinPasswordLength } from '#features/discovery/site/site.hooks.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { showToast } from '#ui/toasts.ts'
import { currentExclusion } from '#web/session.ts'
import { useForm } from '#web/use-form.ts'
import { faultOf } from './account.hooks.ts'
import { registration } from './accounts.contract.ts'
import { EmailField, type EmailFieldProps } from './email-field.tsx'
import { useHostedIdentity } from './identity-settings.hooks.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { register } from './sign-in.hooks.ts'
import { useSignUpProof } from './sign-up-proof.hooks.ts'

interface Props extends EmailFieldProps {
  /** The secret of the invitation link that the visitor opened. */
  invitation: string | null
  /** The page to open once the email address is confirmed. */
  next: string
  onRegistered: () => void
}

/** The form for registering with email and password. Shows an error next to the field if the username is taken. */
export function RegisterForm({ email, onEmail, invitation, next, onRegistered }: Props) {
  const isHosted = useHostedIdentity()
  const proofOf = useSignUpProof()
  const { onSubmit, faults, isPending } = useForm(registration(useMinPasswordLength()), async (values, form) => {
    const website = new FormData(form).get('website')
    const proof = await proofOf(typeof website === 'string' ? website : '')
    const outcome = await register(values, { invitation, proof, link: { next, isHosted } })
    if (outcome.ok) {
      const { isSignedIn, isWaiting } = outcome.data
      showToast(isWaiting ? waiting : isSignedIn ? welcome : confirmation(values.email))
      return onRegistered()
    }
    if (outcome.status === 409) return { username: outcome.message }
    const fault = faultOf(outcome)
    if (fault) return fault
    showToast({ title: t('Registration failed'), description: outcome.message, variant: 'error' })
    return currentExclusion() ? {} : { form: outcome.message } // the page shows why someone is excluded
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <TextInput
        label={t('Username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={faults.username}
        hint={t('3 to 30 letters, digits, hyphens, or underscores. It becomes part of your profile’s URL.')}
      />
      <TextInput label={t('Full name')} name="fullName" autoComplete="name" required error={faults.fullName} />
      <EmailField email={email} onEmail={onEmail} error={faults.email} />
      <div className="visually-hidden" aria-hidden="true">
        <label>
          {t('Leave this field empty')} <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <NewPasswordField label={t('Password')} error={faults.password} />
      <FormError message={faults.form} />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? t('Creating account...') : t('Register')}
      </Button>
    </form>
  )
}

const welcome = {
  title: t('Registration successful'),
  description: t('Your account is ready.'),
  variant: 'success',
} as const

const waiting = {
  title: t('Registration successful'),
  description: t('An administrator will review your account.'),
  variant: 'success',
} as const

const confirmation = (email: string) =>
  ({
    title: t('Registration successful'),
    description: t('Open the link in the email that we sent to {email}, then log in.', { email }),
    variant: 'success',
  }) as const
