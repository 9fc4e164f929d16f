import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { localViewer, User, usersPath, type Viewer } from '#features/profiles/profiles.contract.ts'
import { keepProfile, viewerQuery } from '#features/profiles/profiles.hooks.ts'
import { usernamePath, UsernameState, usernameTaken } from '#features/profiles/usernames.contract.ts'
import { get, isRefusal, send } from '#web/api.ts'
import { IdentityConfig, identityConfigPath, type Login, type Registration } from './accounts.contract.ts'
import type { MailLink, SessionLink } from './mail-link.hooks.ts'

/** How the identity provider answered. */
export type Outcome<Data = unknown> = { ok: true; data: Data } | { ok: false; message: string; status?: number }

/** Signs in and fetches the profile, which may need a moment to be known everywhere. Source: spec §4. */
export async function signIn({ email, password }: Login, cache: QueryClient): Promise<Outcome> {
  const outcome = await ask((auth) => auth.signInWithPassword({ email, password }))
  if (outcome.ok) await fetchProfile(cache)
  return outcome
}

/** Registers. `isSignedIn` is false where the address has to be confirmed by mail first. */
export async function register(input: Registration): Promise<Outcome<{ isSignedIn: boolean }>> {
  const { email, password, username, fullName } = input
  if (await isTaken(username)) return { ok: false, status: 409, message: usernameTaken }
  const options = { data: { username, fullName }, emailRedirectTo: landingUrl() }
  const outcome = await ask((auth) => auth.signUp({ email, password, options }))
  if (!outcome.ok) return outcome
  const isSignedIn = outcome.data.session !== null
  if (isSignedIn) keepProfile(await createProfile(input))
  return { ok: true, data: { isSignedIn } }
}

/** Asked first because a hosted provider makes the account whatever the username. Without an answer it goes on. */
const isTaken = (username: string): Promise<boolean> =>
  get(usernamePath(username), UsernameState).then(
    (state) => state.isTaken,
    () => false,
  )

/** Asks for a mail with a link. The answer is the same whether or not the address is known. */
export const requestRecovery = (email: string): Promise<Outcome> =>
  ask((auth) => auth.resetPasswordForEmail(email, { redirectTo: landingUrl() }))

/** Spends the one-time link of a mail. `isSignedIn` is false after the first of two mailboxes agreed. */
export async function confirmLink({ type, tokenHash }: MailLink): Promise<Outcome<{ isSignedIn: boolean }>> {
  const outcome = await ask((auth) => auth.verifyOtp({ type, token_hash: tokenHash }))
  return outcome.ok ? { ok: true, data: { isSignedIn: Boolean(outcome.data.session?.access_token) } } : outcome
}

/** Takes the session that the hosted provider's own mails put into the address. */
export const takeSession = ({ accessToken, refreshToken }: SessionLink): Promise<Outcome> =>
  ask((auth) => auth.setSession({ access_token: accessToken, refresh_token: refreshToken }))

export const setPassword = (password: string): Promise<Outcome> => ask((auth) => auth.updateUser({ password }))

const Settings = z.object({ external: z.object({ github: z.optional(z.boolean()) }) })

/** Goes on to GitHub to sign in there. @returns false, and stays, where the provider does not offer it */
export async function signInWithGithub(): Promise<boolean> {
  try {
    const { url, anonKey } = await get(identityConfigPath, IdentityConfig)
    const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: anonKey } })
    if (!Settings.parse(await answer.json()).external.github) return false
  } catch {
    return false
  }
  const options = { redirectTo: landingUrl() }
  return (await ask((auth) => auth.signInWithOAuth({ provider: 'github', options }))).ok
}

const unexpected = 'An unexpected error occurred. Please try again.'
const toldToPeople = new Set(['AuthApiError', 'AuthWeakPasswordError', 'AuthSessionMissingError'])

async function ask<Answer extends { data: unknown; error: AuthError | null }>(
  call: (auth: GoTrueClient) => Promise<Answer>,
): Promise<Outcome<Answer['data']>> {
  try {
    const { authClient, secondsToWait } = await import('#web/auth-client.ts')
    const auth = await authClient()
    if (!auth) return { ok: false, message: 'No Supabase client' }
    const { data, error } = await call(auth)
    if (!error) return { ok: true, data }
    const message = toldToPeople.has(error.name) ? withWait(error.message, error.status, secondsToWait()) : unexpected
    return { ok: false, message, ...(error.status !== undefined && { status: error.status }) }
  } catch {
    return { ok: false, message: unexpected }
  }
}

/** Says when to try again, where the provider's sentence does not. */
const withWait = (message: string, status: number | undefined, seconds: number | null): string =>
  status === 429 && seconds !== null && !/\d/.test(message)
    ? `${message}. Please try again in ${seconds} seconds.`
    : message

const profileTries = 3
const profileRetryMs = 500

/** Without a profile the session stands all the same: the page asks again. */
async function fetchProfile(cache: QueryClient): Promise<void> {
  for (let tries = 1; tries <= profileTries; tries++) {
    try {
      return keepProfile(await cache.fetchQuery({ ...viewerQuery, staleTime: 0 }))
    } catch (reason) {
      if (!isRefusal(reason, 401)) return
      if (tries < profileTries) await new Promise((resolve) => setTimeout(resolve, profileRetryMs))
    }
  }
}

/** The new member's profile, or what we know of it when the call fails. Source: spec §4. */
async function createProfile({ email, username, fullName }: Registration): Promise<Viewer> {
  try {
    return { ...(await send('POST', usersPath, User, { username, displayName: fullName })), email }
  } catch {
    return { ...localViewer(username, fullName), email }
  }
}

const landingUrl = (): string => `${location.origin}/auth`
