import { createHash, randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { type Auth, nowOf } from './auth.ts'
import { insertDevice, isDeviceKnown, touchDevice } from './known-devices.store.ts'
import { type AuthCall, json } from './wire.ts'

const cookieName = 'device'
const tokenBytes = 32
/** Browsers keep a cookie for at most 400 days. */
export const deviceMs = 400 * 86_400_000

/** Returns the caller's device if the account with this address has signed in on it, otherwise null. */
export async function knownDeviceOf(auth: Auth, call: AuthCall, email: string): Promise<string | null> {
  const token = tokenOf(call)
  if (!token || !(await isDeviceKnown(auth.db, hashOf(token), email))) return null
  return hashOf(token).toString('base64url')
}

/** Responds with a new session and records the device for its account. The cookie authenticates nothing; it only
 *  selects the limit for the next sign-in. See docs/decisions/063. */
export async function sessionJson<Session extends { user: { id: string } }>(
  auth: Auth,
  call: AuthCall,
  session: Session,
): Promise<Response> {
  const token = await rememberDevice(auth, tokenOf(call), session.user.id)
  return json(session, { 'set-cookie': cookieWith(token, auth.siteUrl.startsWith('https:')) })
}

/** @returns the token that identifies the device from now on, never one that an attacker could have planted */
async function rememberDevice(auth: Auth, token: Buffer | null, userId: string): Promise<Buffer> {
  const previousHash = token && hashOf(token)
  if (token && previousHash && (await touchDevice(auth.db, previousHash, userId, nowOf(auth)))) return token
  const newToken = randomBytes(tokenBytes)
  await insertDevice(auth.db, { userId, tokenHash: hashOf(newToken), previousHash }, nowOf(auth))
  return newToken
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
