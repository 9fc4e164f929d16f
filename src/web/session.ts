import { inTime } from './in-time.ts'
import { fieldsIn, fieldsOf } from './json-fields.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

/** The local storage key that the identity provider's client uses. Source: docs/product.md, Data. */
export const sessionKey = 'supabase_auth_token'

/** The session as the provider's client stores it. */
interface Session {
  accessToken: string
  /** In seconds since 1970. */
  expiresAt: number
  userId: string | null
  /** Whether the member has set up a second factor. */
  hasFactor: boolean
  isPasswordChangeRequired: boolean
}

/** The provider's client refreshes tokens that expire within this time. */
const marginMs = 90_000

/** Returns the bearer token of this browser's session, or null if there is none or it is not refreshed within
 *  `patienceMs`. Visitors do not load the provider's client for this. */
export async function accessToken(patienceMs: number): Promise<string | null> {
  const stored = storedSession()
  if (!stored) return null
  if (stored.expiresAt * 1000 - Date.now() > marginMs) return stored.accessToken
  const { refreshedToken } = await import('./auth-client.ts')
  return inTime(refreshedToken(), patienceMs)
}

export const isSignedIn = (): boolean =>
  sessionText() !== null && !isCodeRequired() && !isPasswordChangeRequired() && !isAwaitingApproval()

/** Returns whether the member signed in with a temporary password and must choose a new one first. */
export const isPasswordChangeRequired = (): boolean =>
  !isCodeRequired() && storedSession()?.isPasswordChangeRequired === true

/** Returns whether the session still lacks a second factor. Until it has one, the browser acts as if signed out.
 *  Applies the rule from the client's `getAuthenticatorAssuranceLevel` to the stored session, because pages need the
 *  result before the client has loaded. */
export function isCodeRequired(): boolean {
  const session = storedSession()
  return session !== null && session.hasFactor && levelOf(session.accessToken) === 'aal1'
}

/** Returns the stored session as text. It changes with the session, the token, and the user data. */
export const sessionText = (): string | null => readStored(sessionKey)

/** Returns the signed-in user's id at the identity provider. */
export const sessionUserId = (): string | null => storedSession()?.userId ?? null

const listeners = new Set<() => void>()

/** Calls `listener` when this browser signs in or out, in any tab. @returns a function that stops it */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key !== sessionKey && key !== waitingKey && key !== null) return
    markDocument()
    listener()
  }
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherTab)
  }
}

/** Why an account may not use the site: the member is suspended, or could not register here. */
export interface Exclusion {
  code: 'suspended' | 'registration_refused'
  message: string
}

let exclusion: Exclusion | null = null

/** Returns why the account that was signed in here may not use the site, or null after another sign-in. */
export const currentExclusion = (): Exclusion | null => exclusion

/** Ends the session of an account that may not use the site. */
export function shutOut(reason: Exclusion): void {
  removeStored(sessionKey)
  exclusion = reason
  sessionChanged()
}

/** The local storage key for the id of a user whose account is not approved yet. It outlives the page, so that the next
 *  one does not make calls that the server would reject. */
const waitingKey = 'awaiting_approval'

/** Returns whether the server has said that an administrator has yet to approve the account. Until then, the browser
 *  acts as if signed out. */
export function isAwaitingApproval(): boolean {
  const waitingUserId = readStored(waitingKey)
  return waitingUserId !== null && waitingUserId === sessionUserId()
}

/** Notes that the account is not approved yet. */
export function awaitApproval(): void {
  const userId = sessionUserId()
  if (userId === null || isAwaitingApproval()) return
  writeStored(waitingKey, userId)
  sessionChanged()
}

/** Notes that the account has been approved. */
export function endWaiting(): void {
  removeStored(waitingKey)
  sessionChanged()
}

/** Notifies the page that the session has started or ended. */
export function sessionChanged(): void {
  if (sessionText() === null) removeStored(waitingKey)
  if (isSignedIn()) exclusion = null
  markDocument()
  for (const listener of listeners) listener()
}

/** Updates the attribute that CSS uses. Before the first paint, it only indicates that a session is stored. */
export function markDocument(): void {
  if (isSignedIn()) document.documentElement.dataset.auth = 'in'
  else delete document.documentElement.dataset.auth
}

let known: { text: string | null; session: Session | null } = { text: null, session: null }

/** Parses the session only when the stored text has changed: many components call this. */
function storedSession(): Session | null {
  const text = sessionText()
  if (text !== known.text) known = { text, session: parsed(text) }
  return known.session
}

function parsed(text: string | null): Session | null {
  const { access_token: accessToken, expires_at: expiresAt, user } = fieldsIn(text)
  if (typeof accessToken !== 'string' || typeof expiresAt !== 'number') return null
  const { id, factors, app_metadata: metadata } = fieldsOf(user)
  return {
    accessToken,
    expiresAt,
    userId: typeof id === 'string' ? id : null,
    hasFactor: Array.isArray(factors) && factors.some((factor) => fieldsOf(factor)['status'] === 'verified'),
    isPasswordChangeRequired: fieldsOf(metadata)['password_change_required'] === true,
  }
}

/** Returns the token's assurance level, or null if it has none. */
function levelOf(token: string): string | null {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    const { aal } = fieldsIn(payload)
    return typeof aal === 'string' ? aal : null
  } catch {
    return null
  }
}
