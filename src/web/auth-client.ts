import { GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js'
import * as z from 'zod/mini'
import { inTime } from './in-time.ts'
import { isCodeRequired, sessionChanged, sessionKey } from './session.ts'
import { removeStored } from './storage.ts'

// Loaded only on the sign-in page or where a session is stored: visitors never download it.

const Config = z.object({ url: z.string().check(z.minLength(1)), anonKey: z.string().check(z.minLength(1)) })

let client: Promise<GoTrueClient | null> | undefined

/** Returns the identity provider's client, or null if it cannot be created (the reason is logged as a warning). */
export const authClient = (): Promise<GoTrueClient | null> => (client ??= createClient())

let waitSeconds: number | null = null

/** Returns the `Retry-After` of the provider's last 429 response, in seconds. */
export const secondsToWait = (): number | null => waitSeconds

/** Returns a valid access token, refreshed if it is about to expire, or null if the session has ended. */
export async function refreshedToken(): Promise<string | null> {
  const auth = await authClient()
  const { data } = (await auth?.getSession()) ?? {}
  return data?.session?.access_token ?? null
}

/** Signs out, even if the server is unreachable: after 1.5 s, the local session is deleted without waiting for the
 *  call. */
export async function signOut(): Promise<void> {
  const ended = authClient().then((auth) => auth?.signOut({ scope: 'local' }))
  await inTime(
    ended.catch(() => undefined),
    1500,
  )
  dropSession()
}

let check: Promise<string | null> | undefined

/** Checks the session after the site rejected its token. Ends it if the identity provider rejects it too. Otherwise it
 *  refreshes the token once, because the session may have dropped from AAL2 when its factor was removed. @returns the
 *  error code with which the provider rejected the session, or null */
export const checkSession = (): Promise<string | null> => (check ??= askProvider().finally(() => (check = undefined)))

async function askProvider(): Promise<string | null> {
  const auth = await authClient()
  const { data, error } = (await auth?.getUser()) ?? {}
  if (error && (error.status === 401 || error.status === 403 || error.name === 'AuthSessionMissingError')) {
    dropSession()
    return error.code ?? null
  }
  const hasFactor = data?.user?.factors?.some(({ status }) => status === 'verified')
  if (!hasFactor || hasRefreshed || isCodeRequired()) return null
  hasRefreshed = true // prevents a loop if the site keeps rejecting the token
  await auth?.refreshSession()
  return null
}

let hasRefreshed = false

function dropSession(): void {
  removeStored(sessionKey)
  sessionChanged()
}

/** Adds an invitation to an account at a hosted provider whose earlier registration this site refused. Uses a session
 *  of its own, because the site would reject, and thereby end, the one in this browser. Does nothing if the provider
 *  rejects the credentials. */
export async function addInvitation(account: { email: string; password: string }, invitation: string): Promise<void> {
  const config = await fetchConfig()
  if (!config) return
  const auth = clientOf(config, { storageKey: 'invitation', persistSession: false, autoRefreshToken: false })
  const { error } = await auth.signInWithPassword(account)
  if (error) return
  await auth.updateUser({ data: { invitation } })
  await auth.signOut({ scope: 'local' })
}

const clientOf = ({ url, anonKey }: z.infer<typeof Config>, options: GoTrueClientOptions) =>
  new GoTrueClient({
    url: new URL('auth/v1', `${url}/`).href,
    // The client replaces this header with the user's token only if it is spelled exactly like this.
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    detectSessionInUrl: false,
    fetch: fetchAndNoteWait,
    ...options,
  })

async function createClient(): Promise<GoTrueClient | null> {
  const config = await fetchConfig()
  if (!config) return absent()
  const flowType = flowTypeOf(config)
  try {
    const auth = clientOf(config, {
      storageKey: sessionKey,
      persistSession: true,
      autoRefreshToken: true,
      flowType,
      // Sign-ins that were started in two tabs do not disturb each other. Hosted projects redirect only to known URLs.
      experimental: { recoveryCodes: true, appendPkceFlowIdToRedirects: flowType === 'pkce' },
    })
    auth.onAuthStateChange((event) => {
      if (event !== 'INITIAL_SESSION') sessionChanged()
    })
    const { error } = await auth.initialize()
    if (error) warn('Supabase init failed', error)
    return auth
  } catch (reason) {
    warn('Supabase client creation failed', reason)
    return absent()
  }
}

/** The embedded provider requires PKCE for sign-ins at other sites. A hosted project's emails would then work only in the
 *  browser that requested them. Without HTTPS, browsers cannot compute the challenge. */
const flowTypeOf = ({ anonKey }: z.infer<typeof Config>) =>
  anonKey === embeddedKey && 'subtle' in crypto ? 'pkce' : 'implicit'
const embeddedKey = 'sb_publishable_embedded'

/** Stores `Retry-After`, which the client's errors do not include. */
async function fetchAndNoteWait(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  const seconds = Number(response.headers.get('retry-after'))
  waitSeconds = response.status === 429 && seconds > 0 ? seconds : null
  return response
}

async function fetchConfig(): Promise<z.infer<typeof Config> | null> {
  try {
    const response = await fetch('/api/config/supabase', { credentials: 'include' })
    if (!response.ok) return warn('Config fetch failed', response.status)
    const config = Config.safeParse(await response.json())
    return config.success ? config.data : warn('Invalid Supabase config', config.error.message)
  } catch (reason) {
    return warn('Config fetch failed', reason)
  }
}

/** Lets the next call retry, so that a temporary failure does not persist until the page is reloaded. */
function absent(): null {
  client = undefined
  return null
}

function warn(what: string, reason: unknown): null {
  console.warn(what, reason)
  return null
}
