import { GoTrueClient } from '@supabase/auth-js'
import * as z from 'zod/mini'
import { isCodeRequired, sessionChanged, sessionKey } from './session.ts'
import { removeStored } from './storage.ts'

// Loaded only on the sign-in page or where a session is stored: visitors never download it.

const Config = z.object({ url: z.string().check(z.minLength(1)), anonKey: z.string().check(z.minLength(1)) })

let client: Promise<GoTrueClient | null> | undefined

/** The identity provider's own client; null when it cannot be made (the reason is logged as a warning). */
export const authClient = (): Promise<GoTrueClient | null> => (client ??= createClient())

let waitSeconds: number | null = null

/** How long the provider wants to be left alone, as it said when it last refused with 429. */
export const secondsToWait = (): number | null => waitSeconds

/** A valid access token, refreshed when it is about to end; null when the session is over. */
export async function refreshedToken(): Promise<string | null> {
  const auth = await authClient()
  const { data } = (await auth?.getSession()) ?? {}
  return data?.session?.access_token ?? null
}

/** Ends the session here even when the server cannot be reached: the call gets 1.5 s, then the copy goes. */
export async function signOut(): Promise<void> {
  const ended = authClient().then((auth) => auth?.signOut({ scope: 'local' }))
  const giveUp = new Promise((resolve) => setTimeout(resolve, 1500))
  await Promise.race([ended.catch(() => undefined), giveUp])
  dropSession()
}

let check: Promise<void> | undefined

/** The site refused our token: when the identity provider does so too, the session is over and ends here. One that is
 *  alive may have lost its second level, with the factor that gave it; its next token says so. */
export const checkSession = (): Promise<void> => (check ??= askProvider().finally(() => (check = undefined)))

async function askProvider(): Promise<void> {
  const auth = await authClient()
  const { data, error } = (await auth?.getUser()) ?? {}
  if (error && (error.status === 401 || error.status === 403 || error.name === 'AuthSessionMissingError')) dropSession()
  const hasFactor = data?.user?.factors?.some(({ status }) => status === 'verified')
  if (!hasFactor || hasRefreshed || isCodeRequired()) return
  hasRefreshed = true // a site that goes on refusing is not asked in circles
  await auth?.refreshSession()
}

let hasRefreshed = false

function dropSession(): void {
  removeStored(sessionKey)
  sessionChanged()
}

async function createClient(): Promise<GoTrueClient | null> {
  const config = await fetchConfig()
  if (!config) return absent()
  try {
    const auth = new GoTrueClient({
      url: new URL('auth/v1', `${config.url}/`).href,
      // The client replaces this very spelling by the user's token.
      headers: { apikey: config.anonKey, Authorization: `Bearer ${config.anonKey}` },
      storageKey: sessionKey,
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
      fetch: fetchAndNoteWait,
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

/** The client's errors leave `Retry-After` out. */
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

/** The next call tries again: a passing fault must not cost the whole visit. */
function absent(): null {
  client = undefined
  return null
}

function warn(what: string, reason: unknown): null {
  console.warn(what, reason)
  return null
}
