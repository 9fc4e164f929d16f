import type { QueryClient } from '@tanstack/react-query'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { createProfile, localViewer } from '#features/people/profiles/new-profile.contract.ts'
import { cacheProfile, viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
import { checkUsername, usernameTaken } from '#features/people/profiles/usernames.contract.ts'
import { isRefusal } from '#web/api.ts'
import { call } from '#web/call.ts'
import { currentExclusion, isAwaitingApproval, isSignedIn } from '#web/session.ts'
import type { Login, Registration } from './accounts.contract.ts'
import { askIdentity, landingUrl, type Outcome } from './identity-client.hooks.ts'
import type { MailLink, SessionLink } from './mail-link.hooks.ts'

/** Signs in and fetches the profile, unless a second factor is required first. Source: docs/product.md, States.
 *  @param invitation the secret of an invitation link, which lets in people whose registration was refused before */
export async function signIn(account: Login, cache: QueryClient, invitation: string | null): Promise<Outcome> {
  const outcome = await signInOnce(account, cache)
  const isRefused = outcome.ok && currentExclusion()?.code === 'registration_refused'
  if (invitation === null || !isRefused) return outcome
  const { addInvitation } = await import('#web/auth-client.ts')
  await addInvitation(account, invitation)
  return signInOnce(account, cache)
}

async function signInOnce({ email, password }: Login, cache: QueryClient): Promise<Outcome> {
  const outcome = await askIdentity((auth) => auth.signInWithPassword({ email, password }))
  if (outcome.ok && isSignedIn()) await fetchProfile(cache)
  return outcome
}

/** Completes a sign-in with an app's code. */
export const enterCode = (factorId: string, code: string, cache: QueryClient): Promise<Outcome> =>
  finishSignIn((auth) => auth.mfa.challengeAndVerify({ factorId, code }), cache)

/** Like {@link enterCode}, but with a recovery code, which then no longer works. */
export const enterRecoveryCode = (code: string, cache: QueryClient): Promise<Outcome> =>
  finishSignIn((auth) => auth.mfa.recoveryCodes.verify({ code }), cache)

async function finishSignIn(verify: Parameters<typeof askIdentity>[0], cache: QueryClient): Promise<Outcome> {
  const outcome = await askIdentity(verify)
  if (outcome.ok) await fetchProfile(cache)
  return outcome
}

/** Registers. `isSignedIn` is false if the email address must be confirmed first. `isWaiting`: an administrator has
 *  to approve the account. @param invitation the secret of an invitation link @param proof the proof of work, if
 *  there is one @param link where the link in the confirmation email leads */
export async function register(
  input: Registration,
  { invitation, proof, link }: { invitation: string | null; proof: string | undefined; link: LinkOptions },
): Promise<Outcome<{ isSignedIn: boolean; isWaiting: boolean }>> {
  const { email, password, username, fullName } = input
  if (await isTaken(username)) return { ok: false, status: 409, message: usernameTaken() }
  const data = { username, fullName, ...(invitation !== null && { invitation }) }
  const options = { data, emailRedirectTo: destinationOf(link), ...(proof !== undefined && { captchaToken: proof }) }
  const outcome = await askIdentity((auth) => auth.signUp({ email, password, options }))
  if (!outcome.ok) return outcome
  const isSignedIn = outcome.data.session !== null
  const profile = isSignedIn ? await newProfile(input) : null
  const isWaiting = isAwaitingApproval()
  const exclusion = currentExclusion()
  if (isSignedIn && exclusion) return { ok: false, status: 403, message: exclusion.message }
  if (profile && !isWaiting) cacheProfile(profile)
  return { ok: true, data: { isSignedIn, isWaiting } }
}

/** Checks first, because a hosted provider creates the account even if the username is taken. If the check fails,
 *  registration continues. */
const isTaken = (username: string): Promise<boolean> =>
  call(checkUsername, { params: { username } }).then(
    (state) => state.isTaken,
    () => false,
  )

/** Where an emailed link leads. */
export interface LinkOptions {
  /** The page to open after signing in: a path on this site. */
  next: string
  isHosted: boolean
}

/** Hosted projects redirect only to the URLs that they allow. */
const destinationOf = ({ next, isHosted }: LinkOptions): string =>
  isHosted ? landingUrl() : new URL(next, location.origin).href

/** Hosted providers reject sign-in links for unknown addresses, and limit only emails to known ones. */
const revealing = new Set(['otp_disabled', 'over_email_send_rate_limit'])

/** Hides whether a hosted provider knows the address. */
const neutral = (outcome: Outcome, { isHosted }: LinkOptions): Outcome =>
  isHosted && !outcome.ok && revealing.has(outcome.code ?? '') ? { ok: true, data: null } : outcome

/** Requests an email with a link. The outcome does not reveal whether the address is known. */
export async function requestRecovery(email: string, link: LinkOptions): Promise<Outcome> {
  const options = { redirectTo: destinationOf(link) }
  return neutral(await askIdentity((auth) => auth.resetPasswordForEmail(email, options)), link)
}

/** Requests an email with a sign-in link. The outcome does not reveal whether the address is known. */
export async function requestSignInLink(email: string, link: LinkOptions): Promise<Outcome> {
  const options = { shouldCreateUser: false, emailRedirectTo: destinationOf(link) }
  return neutral(await askIdentity((auth) => auth.signInWithOtp({ email, options })), link)
}

/** Requests another confirmation email for a new account. */
export const resendConfirmation = (email: string): Promise<Outcome> =>
  askIdentity((auth) => auth.resend({ type: 'signup', email, options: { emailRedirectTo: landingUrl() } }))

/** Uses the one-time link from an email. `isSignedIn` is false after the first of two links. */
export async function confirmLink({ type, tokenHash }: MailLink): Promise<Outcome<{ isSignedIn: boolean }>> {
  const outcome = await askIdentity((auth) => auth.verifyOtp({ type, token_hash: tokenHash }))
  return outcome.ok ? { ok: true, data: { isSignedIn: Boolean(outcome.data.session?.access_token) } } : outcome
}

/** Starts the session from the hosted provider's email. */
export const startHostedSession = ({ accessToken, refreshToken }: SessionLink): Promise<Outcome> =>
  askIdentity((auth) => auth.setSession({ access_token: accessToken, refresh_token: refreshToken }))

export const setPassword = (password: string): Promise<Outcome> => askIdentity((auth) => auth.updateUser({ password }))

const profileTries = 3
const profileRetryMs = 500

/** Fetches the profile, with retries. If that fails, the session is kept, and the page tries again. */
export async function fetchProfile(cache: QueryClient): Promise<void> {
  for (let tries = 1; tries <= profileTries; tries++) {
    try {
      return cacheProfile(await cache.fetchQuery({ ...viewerQuery, staleTime: 0 }))
    } catch (reason) {
      if (!isRefusal(reason, 401)) return
      if (tries < profileTries) await new Promise((resolve) => setTimeout(resolve, profileRetryMs))
    }
  }
}

/** Returns the new member's profile, or the known part of it if the call fails. Source: docs/product.md, States. */
async function newProfile({ email, username, fullName }: Registration): Promise<Viewer> {
  try {
    return { ...(await call(createProfile, { body: { username, displayName: fullName } })), email }
  } catch {
    return { ...localViewer(username, fullName), email }
  }
}
