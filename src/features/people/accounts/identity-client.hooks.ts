import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { t } from '#messages/messages.ts'
import { confirmIdentity, proofNeeded } from '#web/confirmation.ts'

/** The outcome of a call to the identity provider. `code`: its error code. */
export type Outcome<Data = unknown> = { ok: true; data: Data } | Refused
export interface Refused {
  ok: false
  /** The message for the member. */
  message: string
  status?: number
  code?: string
}

/** Returns an outcome's data. @throws Error with the provider's message if the call failed */
export async function dataOf<Data>(outcome: Promise<Outcome<Data>>): Promise<Data> {
  const settled = await outcome
  if (!settled.ok) throw new Error(settled.message)
  return settled.data
}

/** Returns the toast for a failed {@link dataOf}. */
export const refusalWithTitle = (title: string) => (reason: unknown) => ({
  title,
  ...(reason instanceof Error && { description: reason.message }),
})

const unexpected = t('An unexpected error occurred. Please try again.')
/** Messages for errors whose own message is for developers, by name. */
const messages = new Map([
  ['AuthPKCECodeVerifierMissingError', t('This sign-in was started in another browser. Start again.')],
])
const readableErrors = new Set(['AuthApiError', 'AuthWeakPasswordError', 'AuthSessionMissingError'])

type Answer<Data> = { data: Data; error: null } | { data: unknown; error: AuthError }

type IdentityCall<Data> = (auth: GoTrueClient) => Promise<Answer<Data>>

/** Calls the identity provider through its own client, which is loaded on demand. If the provider requires recent
 *  authentication, asks the member to confirm their identity and retries once. Never throws. */
export async function askIdentity<Data>(call: IdentityCall<Data>): Promise<Outcome<Data>> {
  const outcome = await askOnce(call)
  const isProofNeeded = !outcome.ok && outcome.code === proofNeeded
  return isProofNeeded && (await confirmIdentity()) ? askOnce(call) : outcome
}

async function askOnce<Data>(call: IdentityCall<Data>): Promise<Outcome<Data>> {
  try {
    const { authClient, secondsToWait } = await import('#web/auth-client.ts')
    const auth = await authClient()
    if (!auth) return { ok: false, message: t('No Supabase client') }
    const { data, error } = await call(auth)
    // The session has dropped below AAL2. The next token reflects that, and the page asks for a code.
    if (error?.code === 'insufficient_aal') await auth.refreshSession()
    return error ? refusal(error, secondsToWait()) : { ok: true, data }
  } catch {
    return { ok: false, message: unexpected }
  }
}

function refusal({ name, message, status, code }: AuthError, seconds: number | null): Refused {
  return {
    ok: false,
    message: readableErrors.has(name) ? withWait(message, status, seconds) : (messages.get(name) ?? unexpected),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
  }
}

/** Appends the retry time, unless the provider's message includes it. */
const withWait = (message: string, status: number | undefined, seconds: number | null): string =>
  status === 429 && seconds !== null && !/\d/.test(message)
    ? t('{message}. Try again in {seconds} seconds.', { message: message.replace(/[.。]$/, ''), seconds })
    : message

/** Returns the URL for links in emails. */
export const landingUrl = (): string => `${location.origin}/auth`
