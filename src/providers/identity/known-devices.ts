import { createHash, randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { clientOf } from '#kernel/client.ts'
import { type Auth, nowOf } from './auth.ts'
import { queueEmail } from './email-queue.ts'
import { insertDevice, isDeviceKnown, touchDevice } from './known-devices.store.ts'
import type { userAnswer } from './user-answer.ts'
import { type AuthCall, json } from './wire.ts'

const cookieName = 'device'
const tokenBytes = 32
/** If an account is no older than this, its first device is assumed to be the one on which it was created. */
const newAccountMs = 86_400_000
/** Browsers keep a cookie for at most 400 days. */
export const deviceMs = 400 * 86_400_000

/** Returns the caller's device if the account with this address has signed in on it, otherwise null. */
export async function knownDeviceOf(auth: Auth, call: AuthCall, email: string): Promise<string | null> {
  const token = tokenOf(call)
  if (!token || !(await isDeviceKnown(auth.db, hashOf(token), email))) return null
  return hashOf(token).toString('base64url')
}

type Owner = Pick<ReturnType<typeof userAnswer>, 'id' | 'email' | 'created_at'> & { factors?: { status: string }[] }

interface NewSession<Session extends { user: Owner }> {
  session: Session
  /** How the session started: 'password'. */
  method: string
  /** Whether a second factor has already been checked. */
  isSecondLevel?: boolean
  /** Whether the member is already getting another email about this sign-in. */
  isReported?: boolean
}

/** Responds with a new session. Once the sign-in is complete, records the device for the account. If the account has
 *  not been used on the device before, the member gets an email. The cookie authenticates nothing; it only selects
 *  the limit for the next sign-in. See docs/decisions/063. */
export async function sessionJson<Session extends { user: Owner }>(
  auth: Auth,
  call: AuthCall,
  { session, method, isSecondLevel = false, isReported = false }: NewSession<Session>,
): Promise<Response> {
  const { factors = [] } = session.user
  if (!isSecondLevel && factors.some(({ status }) => status === 'verified')) return json(session)
  const { token, isUnknown } = await rememberDevice(auth, tokenOf(call), session.user)
  if (isUnknown && !isReported && !auth.autoconfirm) await queueNotice(auth, call, session.user, method)
  return json(session, { 'set-cookie': cookieWith(token, auth.siteUrl.startsWith('https:')) })
}

/** @returns the token that identifies the device from now on, never one that an attacker could have planted, and
 *  whether this is the account's first use on the device */
async function rememberDevice(auth: Auth, token: Buffer | null, { id, created_at: createdAt }: Owner) {
  const previousHash = token && hashOf(token)
  if (token && previousHash && (await touchDevice(auth.db, previousHash, id, nowOf(auth))))
    return { token, isUnknown: false }
  const newToken = randomBytes(tokenBytes)
  const device = { userId: id, tokenHash: hashOf(newToken), previousHash }
  const { hadOther } = await insertDevice(auth.db, device, nowOf(auth))
  const isNewAccount = auth.clock.now() - Date.parse(createdAt) < newAccountMs
  return { token: newToken, isUnknown: hadOther || !isNewAccount }
}

async function queueNotice(auth: Auth, call: AuthCall, { id, email }: Owner, method: string) {
  const at = nowOf(auth).toISOString()
  await queueEmail(auth.db, { kind: 'new_sign_in', email, userId: id, ...clientOf(call), at, method })
}

function tokenOf({ request }: AuthCall): Buffer | null {
  const text = parse(request.headers.get('cookie') ?? '', cookieName)[cookieName] ?? ''
  const token = Buffer.from(text, 'base64url')
  return token.length === tokenBytes ? token : null
}

const hashOf = (token: Buffer) => createHash('sha256').update(token).digest()

const cookieWith = (token: Buffer, secure: boolean) =>
  serialize(cookieName, token.toString('base64url'), {
    path: '/auth/v1',
    maxAge: deviceMs / 1000,
    httpOnly: true,
    secure,
    sameSite: 'Lax',
  })
