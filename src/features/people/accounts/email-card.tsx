import './account.css'
import { type ReactNode, useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { resendEmailChange, useAccount, useEmailChange } from './account.hooks.ts'
import { EmailChange } from './accounts.contract.ts'

/** Shows and changes the email address. `email`: the address known to the site, shown until the provider responds. */
export function EmailCard({ email: knownEmail }: { email: string }) {
  const { data } = useAccount()
  const { email, newEmail, hasPassword } = data ?? { email: knownEmail, newEmail: null, hasPassword: true }
  return (
    <Card id="email" title={t('Email address')}>
      <p>
        {hasPassword
          ? rich(
              'You sign in with <strong>{email}</strong>, and emails about your account go there. No one else can see it.',
              { email, strong },
            )
          : rich(
              'Your address is <strong>{email}</strong>, and emails about your account go there. No one else can see it.',
              { email, strong },
            )}
      </p>
      {newEmail && <PendingEmail email={email} newEmail={newEmail} />}
      <EmailForm email={email} />
    </Card>
  )
}

/** A change that must be confirmed from both mailboxes. */
function PendingEmail({ email, newEmail }: { email: string; newEmail: string }) {
  const [isPending, setPending] = useState(false)

  async function sendAgain() {
    setPending(true)
    const outcome = await resendEmailChange(email)
    setPending(false)
    if (outcome.ok)
      showToast({
        title: t('Links sent'),
        description: t('To {email} and to {newEmail}.', { email, newEmail }),
        variant: 'success',
      })
    else showToast({ title: t('Email not sent'), description: outcome.message, variant: 'error' })
  }

  return (
    <div className="account-notice">
      <output>
        {rich(
          'We sent links to <strong>{email}</strong> and <strong>{newEmail}</strong>. Open both to change your address. Until then, sign in with your current address.',
          { email, newEmail, strong },
        )}
      </output>
      <Button size="s" icon="mail" busy={isPending} onClick={() => void sendAgain()}>
        {t('Send the links again')}
      </Button>
    </div>
  )
}

function EmailForm({ email }: { email: string }) {
  const change = useEmailChange()
  const { canSendEmail } = useSite()
  const { onSubmit, faults, isPending } = useForm(EmailChange, async (values, form) => {
    if (values.email.toLowerCase() === email.toLowerCase()) return { email: t('This is already your address') }
    const outcome = await change(values)
    if (!outcome.ok) {
      if (outcome.status === 422) return { email: outcome.message }
      showToast({ title: t('Address not changed'), description: outcome.message, variant: 'error' })
      return {}
    }
    form.reset()
    showToast(outcome.data.newEmail ? asked : changed(values.email))
    return {}
  })
  return (
    <form method="post" noValidate className="form" onSubmit={onSubmit}>
      <TextInput
        label={t('New email address')}
        name="email"
        type="email"
        autoComplete="email"
        required
        error={faults.email}
        hint={
          canSendEmail
            ? t('You confirm the change with a link sent to each address.')
            : t('This site can’t send email, so the change takes effect right away.')
        }
      />
      <div className="form-actions">
        <Button type="submit" busy={isPending}>
          {isPending ? t('Saving...') : t('Change address')}
        </Button>
      </div>
    </form>
  )
}

const strong = (text: ReactNode) => <strong>{text}</strong>

const asked = {
  title: t('Check both inboxes'),
  description: t('Your address changes once you’ve opened the links in both emails.'),
} as const

const changed = (email: string) =>
  ({
    title: t('Address changed'),
    description: t('You now sign in with {email}.', { email }),
    variant: 'success',
  }) as const
