import { t } from '#messages/messages.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { networkOf } from '#kernel/networks.ts'
import { checkConfirmation } from './admit.ts'
import { applyEmailChange, emailExists } from './account.ts'
import { type Auth, nowOf } from './auth.ts'
import { callerOf } from './caller.ts'
import { readEmail } from './inputs.ts'
import { queueEmail } from './email-queue.ts'
import { sessionJson } from './known-devices.ts'
import { enforceLimit, enforceEmailLimits, enforceNetworkLimit, mailPerNetwork, verifyPerAddress } from './limits.ts'
import { redeemToken } from './one-time-tokens.ts'
import { clientInfoOf } from './account-sessions.ts'
import { landingLink, pathOnSite } from './redirect.ts'
import { banned, isBanned, startSession } from './sessions.ts'
import type { ClientInfo } from './sessions.store.ts'
import type { TokenKind } from './tokens.store.ts'
import { approveEmailChange, confirmUser, findUser, isUniqueViolation, type User } from './users.store.ts'
import { type AuthCall, AuthError, invalid, json } from './wire.ts'

const kindsOf: Record<string, TokenKind[]> = {
  signup: ['signup'],
  recovery: ['recovery'],
  magiclink: ['magiclink'],
  email: ['signup', 'recovery', 'magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
}

/** POST /recover: queues an email with a link. Only the job checks whether the address is known, so the response is the
 *  same either way. */
export async function recover(auth: Auth, { body, query, ip }: AuthCall): Promise<Response> {
  await enforceNetworkLimit(auth, mailPerNetwork, ip)
  const email = readEmail(body.email)
  await enforceEmailLimits(auth, email)
  await queueEmail(auth.db, { kind: 'recovery', email, next: nextOf(auth, query) })
  return json({})
}

/** POST /otp: queues an email with a sign-in link for members. Like {@link recover}, it does not reveal whether the
 *  address is known. */
export async function sendSignInLink(auth: Auth, { body, query, ip }: AuthCall): Promise<Response> {
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  // The client's default is to create an account, for which there would be no password and no username.
  if (body.create_user !== false) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
  if (auth.autoconfirm) throw new AuthError(422, 'email_provider_disabled', t('This site cannot send email'))
  await enforceNetworkLimit(auth, mailPerNetwork, ip)
  const email = readEmail(body.email)
  await enforceEmailLimits(auth, email)
  await queueEmail(auth.db, { kind: 'magiclink', email, next: nextOf(auth, query) })
  return json({})
}

/** POST /resend */
export async function resend(auth: Auth, { body, query, ip }: AuthCall): Promise<Response> {
  await enforceNetworkLimit(auth, mailPerNetwork, ip)
  const kind = body.type
  if (kind !== 'signup' && kind !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  const email = readEmail(body.email)
  await enforceEmailLimits(auth, email)
  await queueEmail(auth.db, { kind, email, next: nextOf(auth, query) })
  return json({})
}

/** GET /verify: redirects to our page without using up the link, because mail scanners follow links. */
export async function landing(auth: Auth, { query }: AuthCall): Promise<Response> {
  const hash = query.get('token') ?? query.get('token_hash') ?? ''
  const location = landingLink(auth.siteUrl, query.get('type') ?? '', hash, nextOf(auth, query))
  const headers = { location, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }
  return new Response(null, { status: 303, headers })
}

/** POST /verify: uses the token from a link. Returns a session, or a message saying that the owner of the other
 *  mailbox must also confirm. */
export async function verify(auth: Auth, call: AuthCall): Promise<Response> {
  const { body, ip } = call
  await enforceLimit(auth, verifyPerAddress, networkOf(ip))
  if (typeof body.type !== 'string' || body.type === '') throw invalid('Verify requires a verification type')
  if (!body.token === !body.token_hash) throw invalid('Verify requires either a token or a token hash')
  // No codes are sent, because six-digit codes can be guessed.
  if (body.token) throw new AuthError(403, 'otp_expired', t('Token has expired or is invalid'))
  const kinds = Object.hasOwn(kindsOf, body.type) ? kindsOf[body.type]! : []
  const answer = await inTransaction(auth.db, (db) => spend(auth, db, kinds, call)).catch((reason: unknown) => {
    throw isUniqueViolation(reason) ? emailExists() : reason
  })
  auth.liveSessions.forget()
  return 'session' in answer ? sessionJson(auth, call, answer) : json(answer)
}

/** GET /reauthenticate: exists only for the client; we require the current password instead of a code. */
export async function reauthenticate(auth: Auth, call: AuthCall): Promise<Response> {
  await callerOf(auth, call)
  return json({})
}

async function spend(auth: Auth, db: Db, kinds: TokenKind[], call: AuthCall) {
  const consumed = await redeemToken(auth, db, String(call.body.token_hash), kinds)
  const user = consumed && (await findUser(db, consumed.userId))
  if (!user) throw expired()
  if (isBanned(auth, user)) throw await banned(auth, user, 403)
  if (consumed.kind === 'signup' || consumed.kind === 'recovery') {
    if (!user.confirmedAt) await checkConfirmation(auth, db, user)
    const confirmed = await confirmUser(db, user.id, nowOf(auth)).catch((reason: unknown) => {
      throw isUniqueViolation(reason) ? expired() : reason
    })
    return started(auth, db, confirmed ?? user, consumed.kind === 'recovery' ? 'recovery' : 'otp', clientInfoOf(call))
  }
  if (consumed.kind === 'magiclink') return started(auth, db, user, 'otp', clientInfoOf(call))
  return approveByMailbox(auth, db, user, consumed.kind, clientInfoOf(call))
}

async function approveByMailbox(auth: Auth, db: Db, user: User, mailbox: TokenKind, client: ClientInfo) {
  if (!user.newEmail) throw expired()
  if (user.emailChangeAgreed && user.emailChangeAgreed !== mailbox) {
    const changed = await applyEmailChange(auth, db, user, user.newEmail)
    return started(auth, db, changed ?? user, 'otp', client)
  }
  await approveEmailChange(db, user.id, mailbox)
  const msg = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
  return { msg, code: '200' }
}

const started = async (auth: Auth, db: Db, user: User, method: string, client: ClientInfo) => ({
  session: await startSession(auth, db, user, { method }, client),
  method,
})

const nextOf = (auth: Auth, query: URLSearchParams) => pathOnSite(auth.siteUrl, query.get('redirect_to'))
const expired = () => new AuthError(403, 'otp_expired', t('Email link is invalid or has expired'))
