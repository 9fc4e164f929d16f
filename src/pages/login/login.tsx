import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import type { loginAddress } from '#features/people/accounts/account-addresses.contract.ts'
import { nextPath } from '#features/people/accounts/accounts.contract.ts'
import { CodeStep } from '#features/people/accounts/code-step.tsx'
import { GithubButton } from '#features/people/accounts/github-button.tsx'
import { LoginForm } from '#features/people/accounts/login-form.tsx'
import { landingOf, useLanding } from '#features/people/accounts/mail-link.hooks.ts'
import { MailLanding } from '#features/people/accounts/mail-landing.tsx'
import { PasskeySignIn } from '#features/people/accounts/passkey-sign-in.tsx'
import { PasswordStep } from '#features/people/accounts/password-step.tsx'
import { RecoveryForm } from '#features/people/accounts/recovery-form.tsx'
import { RegisterForm } from '#features/people/accounts/register-form.tsx'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { LinkTabs } from '#ui/tabs.tsx'
import { isSignedIn } from '#web/session.ts'
import { useCodeRequired, usePasswordChangeRequired, useSuspensionWords } from '#web/use-signed-in.ts'
import type { PageProps, PageView } from '../page.ts'
import './login.css'

const titles: Record<string, string> = { register: 'Register', forgot: 'Forgot your password?' }

export const loginView: PageView<typeof loginAddress> = {
  View: LoginPage,
  head: (_, { query }) => ({
    title: titles[query.tab ?? ''] ?? 'Login',
    noindex: true,
    isAddressSecret: true,
  }),
}

function LoginPage({ query }: PageProps<typeof loginAddress>) {
  const landing = useLanding()
  const [, navigate] = useLocation()
  const [next] = useState(askedFor)
  const { isAtCode, leaveCode } = useCodeStep()
  const isAtPassword = usePasswordChangeRequired()
  const goTo = (path: string) => navigate(path, { replace: true })
  const goOn = () => isSignedIn() && goTo(next) // who is suspended stays, to read why

  // Whoever is signed in already has nothing to do here.
  useEffect(() => {
    if (isSignedIn() && !landingOf(location.search, location.hash)) navigate(next, { replace: true })
  }, [navigate, next])

  return (
    <div className="page page-narrow stack sign-in">
      {landing && <MailLanding landing={landing} onDone={goTo} />}
      {!landing && isAtPassword && <PasswordStep onDone={() => goTo(next)} />}
      {!landing && isAtCode && !isAtPassword && <CodeStep onDone={goOn} onBack={leaveCode} />}
      {!landing && !isAtCode && !isAtPassword && <SignIn tab={query.tab} next={next} onSignedIn={goOn} />}
    </div>
  )
}

/** Once a code is wanted its step stays, also while the profile is fetched after a right one, until it is left. */
function useCodeStep() {
  const isWanted = useCodeRequired()
  const [isAtCode, setAtCode] = useState(false)
  if (isWanted && !isAtCode) setAtCode(true)
  return { isAtCode, leaveCode: () => setAtCode(false) }
}

/** Taken once, when the page opens: the tabs change the address. */
const askedFor = (): string =>
  typeof location === 'undefined' ? '/' : nextPath(new URLSearchParams(location.search).get('next'))

interface SignInProps {
  tab: string | undefined
  next: string
  onSignedIn: () => void
}

function SignIn({ tab, next, onSignedIn }: SignInProps) {
  const [, navigate] = useLocation()
  const addressOf = useTabAddress(next)
  const [email, setEmail] = useState('')
  const { name, isRegistrationOpen } = useSite()
  const fields = { email, onEmail: setEmail }
  if (tab === 'forgot') {
    return (
      <>
        <h1>Forgot your password?</h1>
        <RecoveryForm {...fields} />
      </>
    )
  }
  return (
    <>
      <h1>{tab === 'register' ? `Join ${name}` : 'Welcome back'}</h1>
      <SignInTabs current={tab === 'register' ? 'register' : 'login'} addressOf={addressOf} />
      <SuspensionNotice />
      <SignedInNotice next={next} />
      {tab !== 'register' && <LoginForm {...fields} onSignedIn={onSignedIn} />}
      {tab === 'register' && isRegistrationOpen && (
        <RegisterForm {...fields} onRegistered={() => navigate(addressOf('login'), { replace: true })} />
      )}
      {tab === 'register' && !isRegistrationOpen && <p>Registration is closed on this site.</p>}
      <p className="sign-in-or">or</p>
      <GithubButton />
      {tab !== 'register' && <PasskeySignIn onSignedIn={onSignedIn} />}
      <noscript>
        <p>Signing in needs JavaScript. Everything that is public can be read without it.</p>
      </noscript>
    </>
  )
}

type SignInTab = 'login' | 'register'
type TabAddress = (tab: SignInTab) => string

/** The addresses of the tabs. They stay on this path and keep what was asked for, for whoever reloads the page. The page
 *  that the server sends knows nothing of that: the addresses follow once the browser has taken it over. */
function useTabAddress(next: string): TabAddress {
  const [path] = useLocation()
  const kept = useSyncExternalStore(neverChanges, () => next, atFirst)
  return (tab) => {
    const query = new URLSearchParams({ ...(tab === 'register' && { tab }), ...(kept !== '/' && { next: kept }) })
    return query.size > 0 ? `${path}?${query.toString()}` : path
  }
}

const neverChanges = () => () => undefined
const atFirst = () => '/'

/** Links, so that each has its address. */
function SignInTabs({ current, addressOf }: { current: SignInTab; addressOf: TabAddress }) {
  const links = [
    { label: 'Login', href: addressOf('login'), isCurrent: current === 'login' },
    { label: 'Register', href: addressOf('register'), isCurrent: current === 'register' },
  ]
  return <LinkTabs label="Login or register" tabs={links} />
}

function SuspensionNotice() {
  const words = useSuspensionWords()
  return (
    words && (
      <p role="alert" className="sign-in-refusal" dir="auto">
        {words}
      </p>
    )
  )
}

/** After a registration that needs no confirmation, the new member is signed in already. */
function SignedInNotice({ next }: { next: string }) {
  const viewer = useViewer()
  if (!viewer) return null
  return (
    <output className="sign-in-notice">
      You are signed in as {viewer.displayName}.{' '}
      <Link href={next} className="link">
        Continue
      </Link>
    </output>
  )
}
