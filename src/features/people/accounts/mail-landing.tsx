import { useState } from 'react'
import { Link } from 'wouter'
import { loginAddress } from './account-addresses.contract.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { isCodeRequired } from '#web/session.ts'
import { CodeStep } from './code-step.tsx'
import type { Landing } from './mail-link.hooks.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { confirmLink, startHostedSession } from './sign-in.hooks.ts'

interface Props {
  landing: Landing
  onDone: (next: string) => void
}

/** The page for links in emails. The link is used only when the button is pressed, because mail filters follow
 *  links. */
export function MailLanding({ landing, onDone }: Props) {
  const [state, setState] = useState<'asking' | 'pending' | 'code' | 'new-password'>('asking')
  const [fault, setFault] = useState(landing.kind === 'failed' ? landing.message : null)
  if (fault !== null || landing.kind === 'failed') return <LinkFailed fault={fault ?? ''} />

  const next = landing.kind === 'link' ? landing.next : '/'
  if (state === 'code') return <CodeStep onDone={finish} onBack={() => onDone(loginAddress.href())} />
  if (state === 'new-password') {
    return (
      <>
        <h1>Set a new password</h1>
        <NewPasswordForm onDone={() => onDone(next)} />
      </>
    )
  }

  async function confirm() {
    setState('pending')
    const outcome = await redeem(landing)
    if (!outcome.ok) return setFault(outcome.message)
    if (!outcome.isSignedIn) {
      showToast({ ...firstConfirmed, variant: 'success' })
      return onDone('/')
    }
    if (isCodeRequired()) setState('code')
    else finish()
  }

  function finish() {
    if (landing.kind !== 'failed' && landing.type === 'recovery') return setState('new-password')
    showToast({ ...confirmed, variant: 'success' })
    onDone(next)
  }

  const { title, text } = texts[landing.type] ?? texts.email!
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <Button variant="primary" busy={state === 'pending'} onClick={() => void confirm()}>
        Continue
      </Button>
    </>
  )
}

const texts: Record<string, { title: string; text: string }> = {
  recovery: { title: 'Set a new password', text: 'Continue to choose a new password for your account.' },
  signup: { title: 'Confirm your email address', text: 'Continue to complete your registration.' },
  email_change: {
    title: 'Confirm your new email address',
    text: 'Continue to confirm your email address change.',
  },
  invite: { title: 'You’re invited', text: 'Continue to accept the invitation.' },
  email: { title: 'Sign in', text: 'Continue to sign in with this link.' },
}
const confirmed = { title: 'Confirmed', description: 'You’re signed in.' }
const firstConfirmed = {
  title: 'First of two links confirmed',
  description: 'Now open the link in the email to your other address.',
}

async function redeem(landing: Landing): Promise<{ ok: true; isSignedIn: boolean } | { ok: false; message: string }> {
  if (landing.kind === 'failed') return { ok: false, message: landing.message }
  if (landing.kind === 'link') {
    const outcome = await confirmLink(landing)
    return outcome.ok ? { ok: true, isSignedIn: outcome.data.isSignedIn } : outcome
  }
  const outcome = await startHostedSession(landing)
  return outcome.ok ? { ok: true, isSignedIn: true } : outcome
}

const LinkFailed = ({ fault }: { fault: string }) => (
  <>
    <h1>This link doesn’t work</h1>
    <p role="alert">{fault}</p>
    <p>
      <Link href={loginAddress.href({ tab: 'forgot' })} className="link">
        Request a new link
      </Link>{' '}
      or{' '}
      <Link href={loginAddress.href()} className="link">
        sign in
      </Link>
      .
    </p>
  </>
)
