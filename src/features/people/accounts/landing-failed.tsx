import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { accountSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { currentExclusion } from '#web/session.ts'
import { loginAddress } from './account-addresses.contract.ts'
import type { Refused } from './identity-client.hooks.ts'

/** Why a link from an email or a sign-in at another site failed. `message` is for the visitor. */
export interface LandingFault {
  message: string
  kind:
    | 'link'
    | 'sign-in link'
    | 'unknown link'
    | 'refused at confirmation'
    | 'refused after confirmation'
    | 'suspended'
    | 'external sign-in'
    | 'known address'
    | 'not connected'
    | 'not confirmed'
}

type Kind = LandingFault['kind']

const kindByCode = new Map<string, Kind>([
  ['signup_disabled', 'refused at confirmation'],
  ['invitation_required', 'refused at confirmation'],
  ['invitation_invalid', 'refused at confirmation'],
  ['email_domain_not_allowed', 'refused at confirmation'],
  ['user_banned', 'suspended'],
])
/** After a sign-in at another site. */
const externalKindByCode = new Map<string, Kind>([
  ['bad_oauth_state', 'external sign-in'],
  ['provider_refused', 'external sign-in'],
  ['provider_failed', 'external sign-in'],
  ['provider_email_needs_verification', 'external sign-in'],
  ['unexpected_failure', 'external sign-in'],
  ['validation_failed', 'external sign-in'],
  ['email_exists', 'known address'],
  // There is no email to come back to.
  ['signup_disabled', 'refused after confirmation'],
  ['invitation_required', 'refused after confirmation'],
  ['invitation_invalid', 'refused after confirmation'],
  ['email_domain_not_allowed', 'refused after confirmation'],
])
/** A link of type `email` can serve any purpose. */
const kindByType = new Map<string, Kind>([
  ['magiclink', 'sign-in link'],
  ['recovery', 'link'],
  ['signup', 'link'],
  ['email_change', 'link'],
  ['invite', 'link'],
  ['external', 'external sign-in'],
])

/** Returns the fault for a link, or for the return from another site, that the identity provider did not accept. */
export function faultOfLink({ message, code = '' }: Pick<Refused, 'message' | 'code'>, type = ''): LandingFault {
  if (type === 'link') return { message, kind: 'not connected' }
  if (type === 'confirm') return { message, kind: 'not confirmed' }
  const externalKind = type === 'external' || type === '' ? externalKindByCode.get(code) : undefined
  return { message, kind: externalKind ?? kindByCode.get(code) ?? kindByType.get(type) ?? 'unknown link' }
}

/** Returns why the site rejects the account that the link signed in, or null. */
export function faultOfAccount(): LandingFault | null {
  const exclusion = currentExclusion()
  if (!exclusion) return null
  return {
    message: exclusion.message,
    kind: exclusion.code === 'suspended' ? 'suspended' : 'refused after confirmation',
  }
}

/** Shows why a link from an email or a sign-in at another site failed, and what to do next. */
export function LandingFailed({ fault: { kind, message } }: { fault: LandingFault }) {
  return (
    <>
      <h1>{titles[kind]}</h1>
      <p role="alert" dir="auto">
        {message}
      </p>
      {nextSteps[kind]}
    </>
  )
}

const titles = {
  link: t('This link doesn’t work'),
  'sign-in link': t('This link doesn’t work'),
  'unknown link': t('This link doesn’t work'),
  'refused at confirmation': t('You can’t join this site yet'),
  'refused after confirmation': t('You can’t join this site yet'),
  suspended: t('Your account is suspended'),
  'external sign-in': t('Sign-in failed'),
  'known address': t('You already have an account'),
  'not connected': t('Account not connected'),
  'not confirmed': t('Identity not confirmed'),
}

const homeLink = (text: string) => (
  <>
    <p>{text}</p>
    <div className="row">
      <ButtonLink href="/">{t('Go to the home page')}</ButtonLink>
    </div>
  </>
)

const loginLink = (text: ReactNode, tab?: 'forgot' | 'link') => (
  <Link href={loginAddress.href({ tab })} className="link">
    {text}
  </Link>
)

const newLink = (tab: 'forgot' | 'link') => (
  <p>
    {rich('<request>Request a new link</request> or <signIn>sign in</signIn>.', {
      request: (text) => loginLink(text, tab),
      signIn: (text) => loginLink(text),
    })}
  </p>
)

const settingsLink = (
  <p>
    <Link href={accountSettingsAddress.href()} className="link">
      {t('Go back to your account settings')}
    </Link>
  </p>
)

const nextSteps: Record<Kind, ReactNode> = {
  link: newLink('forgot'),
  'sign-in link': newLink('link'),
  'unknown link': (
    <p>
      {rich(
        'Request a <link>sign-in link</link> or a <reset>password reset link</reset>, or <signIn>sign in</signIn>.',
        {
          link: (text) => loginLink(text, 'link'),
          reset: (text) => loginLink(text, 'forgot'),
          signIn: (text) => loginLink(text),
        },
      )}
    </p>
  ),
  'refused at confirmation': homeLink(
    t(
      'Once you can join, open the link in the email again or register again. Until then, you can read everything that’s public.',
    ),
  ),
  'refused after confirmation': homeLink(
    t(
      'Once you can join, log in again. If you get an invitation, open its link first. Until then, you can read everything that’s public.',
    ),
  ),
  suspended: homeLink(t('You can still read everything that’s public.')),
  'external sign-in': <p>{loginLink(t('Go back to sign-in'))}</p>,
  'known address': <p>{loginLink(t('Log in'))}</p>,
  'not connected': settingsLink,
  'not confirmed': settingsLink,
}
