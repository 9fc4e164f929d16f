import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { loginAddress } from './account-addresses.contract.ts'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { isAwaitingApproval, isCodeRequired, isPasswordChangeRequired, isSignedIn } from '#web/session.ts'
import { CodeStep } from './code-step.tsx'
import { faultOfAccount, faultOfLink, LandingFailed, type LandingFault } from './landing-failed.tsx'
import { exchangeCode } from './external-sign-in.hooks.ts'
import type { Refused } from './identity-client.hooks.ts'
import type { Landing } from './mail-link.hooks.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { confirmLink, fetchProfile, startHostedSession } from './sign-in.hooks.ts'

interface Props {
  landing: Landing
  onDone: (next: string) => void
  /** Called instead of `onDone` if the account is waiting for approval. */
  onWaiting: () => void
}

/** The page for links in emails and for returns from other sites. A link is used only when the button is pressed, because
 *  mail filters follow links. */
export function MailLanding({ landing, onDone, onWaiting }: Props) {
  const cache = useQueryClient()
  const [state, setState] = useState<'asking' | 'pending' | 'code' | 'new-password'>('asking')
  const [fault, setFault] = useState<LandingFault | null>(null)
  const hasReturned = useRef(false)
  useEffect(() => {
    if (landing.kind !== 'code' || hasReturned.current) return
    hasReturned.current = true // codes work once
    void confirm()
  })
  if (landing.kind === 'failed') return <LandingFailed fault={faultOfLink(landing, landing.type)} />
  if (fault) return <LandingFailed fault={fault} />

  const { type } = landing
  const next = 'next' in landing ? landing.next : '/'
  if (state === 'code') return <CodeStep onDone={finish} onBack={() => onDone(loginAddress.href())} />
  if (state === 'new-password') {
    return (
      <>
        <h1>{t('Set a new password')}</h1>
        <NewPasswordForm onDone={() => onDone(next)} />
      </>
    )
  }

  async function confirm() {
    setState('pending')
    const outcome = await redeem(landing)
    if (!outcome.ok) return setFault(faultOfLink(outcome, type))
    if (!outcome.isSignedIn) {
      showToast({ ...firstConfirmed, variant: 'success' })
      return onDone('/')
    }
    if (isCodeRequired()) return setState('code')
    if (isSignedIn()) await fetchProfile(cache)
    finish()
  }

  /** The profile has been fetched, so it is known whether the site accepts the account. */
  function finish() {
    const rejection = faultOfAccount()
    if (rejection) return setFault(rejection)
    if (type === 'recovery' || isPasswordChangeRequired()) return setState('new-password')
    if (isAwaitingApproval()) return onWaiting()
    const success = type in successes ? successes[type] : confirmed
    if (success) showToast({ ...success, variant: 'success' })
    onDone(next)
  }

  if (landing.kind === 'code') return <h1>{progressTitles[landing.type]}</h1>
  const { title, text } = texts[type] ?? texts.email!
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <Button variant="primary" busy={state === 'pending'} onClick={() => void confirm()}>
        {t('Continue')}
      </Button>
    </>
  )
}

const texts: Record<string, { title: string; text: string }> = {
  recovery: { title: t('Set a new password'), text: t('Continue to choose a new password for your account.') },
  signup: { title: t('Confirm your email address'), text: t('Continue to complete your registration.') },
  email_change: {
    title: t('Confirm your new email address'),
    text: t('Continue to confirm your email address change.'),
  },
  invite: { title: t('You’re invited'), text: t('Continue to accept the invitation.') },
  email: { title: t('Sign in'), text: t('Continue to sign in with this link.') },
}
const confirmed = { title: t('Confirmed'), description: t('You’re signed in.') }
const progressTitles = {
  external: t('Signing in…'),
  link: t('Connecting your account…'),
  confirm: t('Confirming it’s you…'),
}
/** Toasts by type of link; null for none. */
const successes: Record<string, { title: string; description: string } | null> = {
  external: null,
  magiclink: null,
  link: { title: t('Account connected'), description: t('You can now sign in with it.') },
  confirm: { title: t('Identity confirmed'), description: t('Make your change again to finish it.') },
}
const firstConfirmed = {
  title: t('First of two links confirmed'),
  description: t('Now open the link in the email to your other address.'),
}

async function redeem(landing: Landing): Promise<{ ok: true; isSignedIn: boolean } | Refused> {
  if (landing.kind === 'failed') return { ok: false, message: landing.message }
  if (landing.kind === 'link') {
    const outcome = await confirmLink(landing)
    return outcome.ok ? { ok: true, isSignedIn: outcome.data.isSignedIn } : outcome
  }
  const outcome = await (landing.kind === 'code' ? exchangeCode(landing) : startHostedSession(landing))
  return outcome.ok ? { ok: true, isSignedIn: true } : outcome
}
