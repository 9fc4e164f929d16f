import { randomUUID } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { admit, checkAdmission, withoutInvitation } from './admit.ts'
import type { Applicant } from './admission.ts'
import { type Auth, nowOf } from './auth.ts'
import type { NewAccount } from './identity.ts'
import { mergeMetadata, type Metadata, namesIn, profileOf, readEmail } from './inputs.ts'
import { queueEmail } from './email-queue.ts'
import { sessionJson } from './known-devices.ts'
import {
  enforceLimit,
  enforceEmailLimits,
  enforceNetworkLimit,
  signUpPerNetwork,
  signUpPerSite,
  unprovenSignUpPerSite,
} from './limits.ts'
import { readNewPassword } from './password-rules.ts'
import { clientInfoOf } from './account-sessions.ts'
import { pathOnSite } from './redirect.ts'
import type { ClientInfo } from './sessions.store.ts'
import { checkSignUpProof } from './sign-up-proof.ts'
import { startSession } from './sessions.ts'
import { userAnswer } from './user-answer.ts'
import {
  changeMetadata,
  findUser,
  findUserByEmail,
  insertUser,
  isUniqueViolation,
  type NewUser,
  reserveUsername,
} from './users.store.ts'
import { type AuthCall, AuthError, json } from './wire.ts'

/** How long unconfirmed accounts and their reserved usernames are kept. */
export const unconfirmedMs = 24 * 3_600_000

/** POST /signup: if addresses need no confirmation, returns a session; otherwise, returns the user and sends an email.
 *  In the latter case, the response is the same for known and unknown addresses, because every attempt has its own row
 *  until one is confirmed. */
export async function signUp(auth: Auth, call: AuthCall): Promise<Response> {
  const { body, query, ip } = call
  if (!body.email && !body.phone && !body.password) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  const email = readEmail(body.email)
  const { metadata, invitation } = withoutInvitation(auth, mergeMetadata({}, body.data))
  const applicant = { email, invitation }
  await checkAdmission(auth, auth.db, applicant, profileOf(metadata).username)
  const password = readNewPassword(auth, body.password, [email, ...namesIn(metadata)])
  await enforceNetworkLimit(auth, signUpPerNetwork, ip)
  if (!(await checkSignUpProof(auth, body))) await enforceLimit(auth, unprovenSignUpPerSite, 'all')
  await enforceLimit(auth, signUpPerSite, 'all')
  if (auth.autoconfirm) await refuseKnown(auth, email)
  await reserve(auth, email, metadata)
  if (!auth.autoconfirm) await enforceEmailLimits(auth, email)
  const passwordHash = await auth.passwords.hash(password)
  const user = { id: randomUUID(), email, passwordHash, metadata, confirmed: auth.autoconfirm, now: nowOf(auth) }
  if (auth.autoconfirm)
    return sessionJson(auth, call, {
      session: await createConfirmed(auth, user, applicant, clientInfoOf(call)),
      method: 'password',
    })
  return json(await createAttempt(auth, user, applicant, pathOnSite(auth.siteUrl, query.get('redirect_to'))))
}

/** Creates a confirmed account without a session, for administrators. It is not rate-limited and works even if
 *  registration is closed. @returns the account's id */
export async function createAccount(
  auth: Auth,
  { password, username, fullName, ...account }: NewAccount,
): Promise<string> {
  const email = readEmail(account.email)
  const chosen = readNewPassword(auth, password, [email, username, fullName])
  const metadata = mergeMetadata({}, { username, fullName })
  await refuseKnown(auth, email)
  await reserve(auth, email, metadata)
  const passwordHash = await auth.passwords.hash(chosen)
  const user = { id: randomUUID(), email, passwordHash, metadata, confirmed: true, now: nowOf(auth) }
  await insertUser(auth.db, user).catch(refuseTaken)
  return user.id
}

/** Changes the username in the account's metadata. @throws AuthError if it is reserved for another address */
export async function renameUser(db: Db, id: string, username: string, now: Date): Promise<void> {
  const user = await findUser(db, id)
  if (!user) return
  const until = new Date(now.getTime() + 2 * unconfirmedMs)
  if (!(await reserveUsername(db, username, user.email, now, until))) throw usernameTaken()
  await changeMetadata(db, id, mergeMetadata(user.metadata, { username }), now)
}

async function refuseKnown(auth: Auth, email: string) {
  if ((await findUserByEmail(auth.db, email))?.confirmedAt) throw alreadyRegistered()
}

/** Reserves the username for this address until the account's profile exists, and checks with the site whether it is
 *  available. */
export async function reserve(auth: Auth, email: string, metadata: Metadata) {
  const profile = profileOf(metadata)
  const now = nowOf(auth)
  await inTransaction(auth.db, async (db) => {
    const until = new Date(now.getTime() + 2 * unconfirmedMs)
    const isReserved = !profile.username || (await reserveUsername(db, profile.username, email, now, until))
    if (!isReserved) throw usernameTaken()
    await auth.beforeSignUp(db, profile).catch((reason: unknown) => {
      throw reason instanceof AppError && reason.code === 'conflict' ? usernameTaken(reason.message) : reason
    })
  })
}

const createConfirmed = (auth: Auth, user: NewUser, applicant: Applicant, client: ClientInfo) =>
  inTransaction(auth.db, async (db) => {
    await admit(auth, db, applicant, user)
    const created = await insertUser(db, user)
    return startSession(auth, db, created!, { method: 'password' }, client)
  }).catch(refuseTaken)

const createAttempt = (auth: Auth, user: NewUser, applicant: Applicant, next: string) =>
  inTransaction(auth.db, async (db) => {
    await admit(auth, db, applicant, user)
    const created = await insertUser(db, user)
    await queueEmail(db, { kind: 'signup', email: user.email, userId: user.id, next })
    return userAnswer(auth, created!)
  })

function refuseTaken(reason: unknown): never {
  throw isUniqueViolation(reason) ? alreadyRegistered() : reason
}

const alreadyRegistered = () => new AuthError(422, 'user_already_exists', t('User already registered'))
const usernameTaken = (message = t('Username is already taken')) => new AuthError(409, 'username_taken', message)
