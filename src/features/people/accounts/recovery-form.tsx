import { useState } from 'react'
import { Link } from 'wouter'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { loginAddress } from './account-addresses.contract.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { Recovery } from './accounts.contract.ts'
import { EmailField, type EmailFieldProps } from './email-field.tsx'
import { requestRecovery } from './sign-in.hooks.ts'

/** Requests a password reset link: by email, or from an administrator if the site cannot send email. Never reveals
 *  whether the address is known. */
export function RecoveryForm({ email, onEmail }: EmailFieldProps) {
  const { canSendEmail } = useSite()
  const texts = canSendEmail ? byEmail : byAdministrator
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { onSubmit, faults, isPending } = useForm(Recovery, async (values) => {
    const outcome = await requestRecovery(values.email)
    if (outcome.ok) setSentTo(values.email)
    else showToast({ title: texts.failed, description: outcome.message, variant: 'error' })
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="sign-in-form">
      <p>{texts.intro}</p>
      <EmailField email={email} onEmail={onEmail} error={faults.email} />
      <Button type="submit" variant="primary" busy={isPending}>
        {isPending ? 'Sending...' : texts.submit}
      </Button>
      <output className="sign-in-notice">{sentTo && texts.sent(sentTo)}</output>
      {!canSendEmail && (
        <p className="meta">
          Do you run this site? Reset the password on the server:{' '}
          <code>npm run devstead -- member reset-password NAME</code>
        </p>
      )}
      <noscript>
        <p>You need JavaScript to set a new password.</p>
      </noscript>
      <Link href={loginAddress.href()} className="link">
        Back to sign-in
      </Link>
    </form>
  )
}

const byEmail = {
  intro: 'We’ll email you a link to set a new password.',
  submit: 'Send link',
  failed: 'Email not sent',
  sent: (email: string) =>
    `If there’s an account for ${email}, we’ve sent an email with a link. The link works for ten minutes.`,
}
const byAdministrator = {
  intro: 'This site can’t send email. Send a request here, then ask an administrator for your password reset link.',
  submit: 'Send request',
  failed: 'Request not sent',
  sent: (email: string) =>
    `If there’s an account for ${email}, the administrators of this site can now see your request. Contact one of them to get your link.`,
}
