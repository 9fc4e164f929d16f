import * as z from 'zod/mini'
import { kept } from './storage.ts'

/** Where the identity provider's client keeps the session. Source: spec §3. */
export const sessionKey = 'supabase_auth_token'

const Stored = z.object({
  access_token: z.string(),
  expires_at: z.number(),
  user: z.optional(z.object({ id: z.string() })),
})

/** The provider's client refreshes a token that lives less than this. */
const marginMs = 90_000

/** The bearer token of this browser's session; null without one, and when the provider does not refresh it within
 *  `patienceMs`. Signed-out visitors load no auth code for it. */
export async function accessToken(patienceMs: number): Promise<string | null> {
  const stored = storedSession()
  if (!stored) return null
  if (stored.expires_at * 1000 - Date.now() > marginMs) return stored.access_token
  const { refreshedToken } = await import('./auth-client.ts')
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), patienceMs)
  return Promise.race([refreshedToken(), late.promise]).finally(() => clearTimeout(timer))
}

export const isSignedIn = (): boolean => sessionText() !== null

/** The session as it is stored: another text is another session, token or user data. */
export const sessionText = (): string | null => kept(sessionKey)

/** The identity provider's id of whoever is signed in here. */
export const sessionUserId = (): string | null => storedSession()?.user?.id ?? null

const listeners = new Set<() => void>()

/** Calls back when this browser signs in or out, in this tab or another. @returns how to stop it */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key !== sessionKey && key !== null) return
    markDocument()
    listener()
  }
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherTab)
  }
}

/** Tells the page that the session began or ended. */
export function sessionChanged(): void {
  markDocument()
  for (const listener of listeners) listener()
}

/** Keeps the mark that styles go by. */
function markDocument(): void {
  if (isSignedIn()) document.documentElement.dataset.auth = 'in'
  else delete document.documentElement.dataset.auth
}

function storedSession(): z.infer<typeof Stored> | null {
  const text = sessionText()
  if (text === null) return null
  try {
    const stored = Stored.safeParse(JSON.parse(text))
    return stored.success ? stored.data : null
  } catch {
    return null
  }
}
