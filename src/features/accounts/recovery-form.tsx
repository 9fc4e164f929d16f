import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { Recovery } from './accounts.contract.ts'
import { EmailField, type EmailFieldProps } from './email-field.tsx'
import { requestRecovery } from './sign-in.hooks.ts'

/** Asks for a mail with a link to set a new password. It never tells whether the address is known. */
export function RecoveryForm({ email, onEmail }: EmailFieldProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { onSubmit, faults, isPending } = useForm(Recovery, async (values) => {
    const outcome = await requestRecovery(values.email)
    if (outcome.ok) setSentTo(values.email)
    else showToast({ title: 'No mail sent', description: outcome.message, variant: 'error' })
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <p>We send a link with which you can set a new password.</p>
      <EmailField email={email} onEmail={onEmail} error={faults.email} />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? 'Sending...' : 'Send link'}
      </Button>
      <output className="sign-in-notice">
        {sentTo &&
          `If there is an account for ${sentTo}, a mail with a link is on its way. It is good for ten minutes.`}
      </output>
      <Link href="/login" className="link">
        Back to login
      </Link>
    </form>
  )
}
