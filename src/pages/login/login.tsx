import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import type { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { nextPath } from '#features/people/accounts/accounts.contract.ts'
import { CodeStep } from '#features/people/accounts/code-step.tsx'
import { ExternalSignIn } from '#features/people/accounts/external-sign-in.tsx'
import { LoginForm } from '#features/people/accounts/login-form.tsx'
import { landingOf, useLanding } from '#features/people/accounts/mail-link.hooks.ts'
import { MailLanding } from '#features/people/accounts/mail-landing.tsx'
import { PasskeySignIn } from '#features/people/accounts/passkey-sign-in.tsx'
import { PasswordStep } from '#features/people/accounts/password-step.tsx'
import { RecoveryForm } from '#features/people/accounts/recovery-form.tsx'
import { RegistrationRules } from '#features/people/registration/registration-rules.tsx'
import { useInvitationToken } from '#features/people/registration/invitations.hooks.ts'
import { RegisterForm } from '#features/people/accounts/register-form.tsx'
import { SignInLinkForm } from '#features/people/accounts/sign-in-link-form.tsx'
import { WaitingNotice } from '#features/people/registration/waiting-notice.tsx'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { setupAddress } from '#features/admin/setup/setup-addresses.contract.ts'
import { adminSettingsAddress } from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { isSignedIn } from '#web/session.ts'
import { useAwaitingApproval, useCodeRequired, usePasswordChangeRequired, useExclusion } from '#web/use-signed-in.ts'
import { neverChanges } from '#web/never-changes.ts'
import type { PageProps, PageView } from '../page.ts'
import './login.css'

const titles: Record<string, string> = {
  register: t('Register'),
  forgot: t('Forgot your password?'),
  link: t('Sign in by email'),
}

export const loginView: PageView<typeof loginAddress> = {
  View: LoginPage,
  head: (_, { query }) => ({
    title: titles[query.tab ?? ''] ?? t('Login'),
    noindex: true,
    isAddressSecret: true,
  }),
}

function LoginPage({ query }: PageProps<typeof loginAddress>) {
  const followed = useLanding()
  const [isLandingOver, setLandingOver] = useState(false)
  const landing = isLandingOver ? null : followed
  const [, navigate] = useLocation()
  const { ownerUsername, isOwnerNamed } = useSite()
  // The first member becomes the owner, unless another one is named, and sets up the site next.
  const isFirst = ownerUsername === null && !isOwnerNamed
  const [next] = useState(() => requestedPath(isFirst ? setupAddress.href() : '/'))
  const { isAtCode, leaveCode } = useCodeStep()
  const isAtPassword = usePasswordChangeRequired()
  const isWaiting = useAwaitingApproval()
  const goTo = (path: string) => navigate(path, { replace: true })
  const finish = () => isSignedIn() && goTo(next) // suspended members remain here to read the reason

  // Redirects signed-in members, who have no use for this page, and those who have been approved while it was open. Links
  // from emails lead on by themselves.
  const isLanding = landing !== null
  useEffect(() => {
    const isAboutToLand = landingOf(location.search, location.hash) !== null // while hydrating
    if (isSignedIn() && !isWaiting && !isLanding && !isAboutToLand) navigate(next, { replace: true })
  }, [navigate, next, isWaiting, isLanding])

  return (
    <div className="page page-narrow stack sign-in">
      {landing && <MailLanding landing={landing} onDone={goTo} onWaiting={() => setLandingOver(true)} />}
      {!landing && isAtPassword && <PasswordStep onDone={() => goTo(next)} />}
      {!landing && isAtCode && !isAtPassword && <CodeStep onDone={finish} onBack={leaveCode} />}
      {!landing && isWaiting && <WaitingNotice />}
      {!landing && !isAtCode && !isAtPassword && !isWaiting && (
        <SignIn tab={query.tab} next={next} onSignedIn={finish} />
      )}
    </div>
  )
}

/** Keeps the code step open until the member leaves it, even while the profile is fetched after a correct code. */
function useCodeStep() {
  const isRequired = useCodeRequired()
  const [isAtCode, setAtCode] = useState(false)
  if (isRequired && !isAtCode) setAtCode(true)
  return { isAtCode, leaveCode: () => setAtCode(false) }
}

/** Read once when the page opens, because the tabs change the URL. */
const requestedPath = (byDefault: string): string =>
  typeof location === 'undefined' ? '/' : nextPath(new URLSearchParams(location.search).get('next') ?? byDefault)

const setupHref = `${adminSettingsAddress.href()}#external-sign-in`

interface SignInProps {
  tab: string | undefined
  next: string
  onSignedIn: () => void
}

function SignIn({ tab, next, onSignedIn }: SignInProps) {
  const [, navigate] = useLocation()
  const addressOf = useTabAddress(next)
  const [email, setEmail] = useState('')
  const { name, canSendEmail } = useSite()
  const invitation = useInvitationToken()
  const fields = { email, onEmail: setEmail }
  const others = (
    <>
      <p className="sign-in-or">{t('or')}</p>
      <ExternalSignIn next={next} invitation={invitation} setupHref={setupHref} />
    </>
  )
  if (tab === 'forgot') {
    return (
      <>
        <h1>{t('Forgot your password?')}</h1>
        <RecoveryForm {...fields} next={next} />
      </>
    )
  }
  if (tab === 'link' && canSendEmail) {
    return (
      <>
        <h1>{t('Sign in by email')}</h1>
        <SignInLinkForm {...fields} next={next} />
      </>
    )
  }
  return (
    <>
      <h1>{tab === 'register' ? t('Join {name}', { name }) : t('Welcome back')}</h1>
      <SignInTabs current={tab === 'register' ? 'register' : 'login'} addressOf={addressOf} />
      <ExclusionNotice />
      {tab !== 'register' && <SignedInNotice next={next} />}
      {tab === 'register' ? (
        <RegistrationRules invitation={invitation}>
          <RegisterForm
            {...fields}
            invitation={invitation}
            next={next}
            onRegistered={() => navigate(addressOf('login'), { replace: true })}
          />
          {others}
        </RegistrationRules>
      ) : (
        <>
          <LoginForm {...fields} invitation={invitation} addressOf={addressOf} onSignedIn={onSignedIn} />
          {others}
          <PasskeySignIn onSignedIn={onSignedIn} />
        </>
      )}
      <noscript>
        <p>{t('You need JavaScript to sign in. You can read all public content without it.')}</p>
      </noscript>
    </>
  )
}

type SignInTab = 'login' | 'register' | 'forgot' | 'link'
type TabAddress = (tab: SignInTab) => string

/** Returns the tab URLs. They point to this path and preserve the requested page and the invitation across reloads. The
 *  server-rendered page knows neither, so the URLs change after hydration. */
function useTabAddress(next: string): TabAddress {
  const [path] = useLocation()
  const requested = useSyncExternalStore(neverChanges, () => next, atFirst)
  const invitation = useInvitationToken()
  return (tab) => {
    const query = new URLSearchParams({
      ...(tab !== 'login' && { tab }),
      ...(requested !== '/' && { next: requested }),
      ...(invitation !== null && { invite: invitation }),
    })
    return query.size > 0 ? `${path}?${query.toString()}` : path
  }
}

const atFirst = () => '/'

/** Tabs as links, so that each has its own URL. */
function SignInTabs({ current, addressOf }: { current: 'login' | 'register'; addressOf: TabAddress }) {
  const links = [
    { label: t('Login'), href: addressOf('login'), isCurrent: current === 'login' },
    { label: t('Register'), href: addressOf('register'), isCurrent: current === 'register' },
  ]
  return <LinkTabs label={t('Sign in or register')} tabs={links} />
}

function ExclusionNotice() {
  const exclusion = useExclusion()
  return (
    exclusion && (
      <p role="alert" className="sign-in-refusal" dir="auto">
        {exclusion.message}
      </p>
    )
  )
}

/** Shown after a registration that needs no confirmation, because the new member is already signed in. Not shown next to
 *  the registration form: the session starts before the registration has finished, which then opens the login tab and
 *  would cancel following the link. */
function SignedInNotice({ next }: { next: string }) {
  const viewer = useViewer()
  if (!viewer) return null
  return (
    <output className="sign-in-notice">
      {rich('You’re signed in as {displayName}. <link>Continue</link>', {
        displayName: viewer.displayName,
        link: (text) => (
          <ButtonLink variant="primary" size="s" href={next}>
            {text}
          </ButtonLink>
        ),
      })}
    </output>
  )
}
