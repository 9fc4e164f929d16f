import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import type { Refused } from './identity-client.hooks.ts'
import { resendConfirmation } from './sign-in.hooks.ts'

/** Shown after a sign-in with the correct password to an account whose email address is not confirmed. */
export function UnconfirmedNotice({ email }: { email: string }) {
  const [isPending, setPending] = useState(false)
  const [answer, setAnswer] = useState('')
  async function resend() {
    setPending(true)
    const outcome = await resendConfirmation(email)
    setPending(false)
    setAnswer(
      outcome.ok
        ? t('We’ve sent another email to {email}. The link works for one hour.', { email })
        : refusalOf(outcome),
    )
  }
  return (
    <div className="sign-in-notice sign-in-unconfirmed">
      <p role="alert">
        {rich(
          '<strong>Confirm your email address first.</strong> Open the link in the email that we sent to {email}.',
          { email, strong: (text) => <strong>{text}</strong> },
        )}
      </p>
      <Button size="s" icon="mail" busy={isPending} onClick={() => void resend()}>
        {isPending ? t('Sending...') : t('Resend email')}
      </Button>
      <output>{answer}</output>
    </div>
  )
}

function refusalOf({ code, message }: Refused): string {
  const seconds = /\d+/.exec(message)?.[0]
  return code === 'over_email_send_rate_limit' && seconds !== undefined
    ? t('You can request another email in {seconds} seconds.', { seconds })
    : message
}
