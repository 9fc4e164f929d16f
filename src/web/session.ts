import * as z from 'zod/mini'
import { readStored, removeStored } from './storage.ts'

/** Where the identity provider's client keeps the session. Source: docs/product.md, Data. */
export const sessionKey = 'supabase_auth_token'

const Stored = z.object({
  access_token: z.string(),
  expires_at: z.number(),
  user: z.optional(
    z.object({
      id: z.string(),
      factors: z.optional(z.array(z.object({ status: z.string() }))),
      app_metadata: z.optional(z.object({ password_change_required: z.optional(z.boolean()) })),
    }),
  ),
})
const Claims = z.object({ aal: z.string() })

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

export const isSignedIn = (): boolean => sessionText() !== null && !isCodeRequired() && !isPasswordChangeRequired()

/** Whether the user signed in with a temporary password and must choose a new one before anything else. */
export const isPasswordChangeRequired = (): boolean =>
  !isCodeRequired() && storedSession()?.user?.app_metadata?.password_change_required === true

/** Whether the password was right and a second factor is still wanted: until then the site knows no member. Told from what
 *  is stored, by the rule of the client's `getAuthenticatorAssuranceLevel`, since pages need to know before its code is there. */
export function isCodeRequired(): boolean {
  const { access_token: token = '', user } = storedSession() ?? {}
  return (user?.factors ?? []).some(({ status }) => status === 'verified') && levelOf(token) === 'aal1'
}

/** The session as it is stored: another text is another session, token or user data. */
export const sessionText = (): string | null => readStored(sessionKey)

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

let words: string | null = null

/** What the site has said to who was signed in here and is suspended; null once somebody else has signed in. */
export const suspensionWords = (): string | null => words

/** Ends the session of who is suspended. */
export function shutOut(said: string): void {
  removeStored(sessionKey)
  words = said
  sessionChanged()
}

/** Tells the page that the session began or ended. */
export function sessionChanged(): void {
  if (isSignedIn()) words = null
  markDocument()
  for (const listener of listeners) listener()
}

/** Keeps the mark that styles go by: before the first paint it says only that a session is kept. */
export function markDocument(): void {
  if (isSignedIn()) document.documentElement.dataset.auth = 'in'
  else delete document.documentElement.dataset.auth
}

let known: { text: string | null; session: z.infer<typeof Stored> | null } = { text: null, session: null }

/** Read anew only when another text is stored: every component that asks who is here comes by. */
function storedSession(): z.infer<typeof Stored> | null {
  const text = sessionText()
  if (text !== known.text) known = { text, session: text === null ? null : parsed(Stored, text) }
  return known.session
}

/** The level that the token was given for; null where it does not say. */
function levelOf(token: string): string | null {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    return parsed(Claims, payload)?.aal ?? null
  } catch {
    return null
  }
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.infer<Schema> | null {
  try {
    const result = schema.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
