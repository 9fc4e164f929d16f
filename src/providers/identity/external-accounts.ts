import { randomUUID } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { clientInfoOf } from './account-sessions.ts'
import type { Applicant } from './admission.ts'
import { admit, checkAdmission } from './admit.ts'
import { type Auth, nowOf } from './auth.ts'
import { findConnectedUserId, insertConnectedAccount, noteConnectedSignIn } from './connected-accounts.store.ts'
import type { ExternalProfile, ExternalProvider } from './external-provider.ts'
import { type Metadata, readEmail } from './inputs.ts'
import { sessionJson } from './known-devices.ts'
import { enforceLimit, enforceNetworkLimit, signUpPerNetwork, signUpPerSite } from './limits.ts'
import { banned, isBanned, startSession } from './sessions.ts'
import { reserve } from './sign-up.ts'
import { findUser, findUserByEmail, insertUser, isUniqueViolation, type User } from './users.store.ts'
import { type AuthCall, AuthError } from './wire.ts'

/** Someone who has signed in at a provider. */
export interface Arrival {
  provider: ExternalProvider
  profile: ExternalProfile
}

const method = 'oauth'

/** Signs in the user who has connected the account, or creates a user. An email address alone never connects an account
 *  to an existing user, even if it is verified, because an address can change hands. */
export async function signInWithProfile(
  auth: Auth,
  call: AuthCall,
  { invitation, ...arrival }: Arrival & { invitation: string | null },
): Promise<Response> {
  const userId = await findConnectedUserId(auth.db, arrival.profile)
  const user = userId && (await findUser(auth.db, userId))
  const session = user ? await signIn(auth, call, user, arrival) : await signUp(auth, call, arrival, invitation)
  return sessionJson(auth, call, { session, method })
}

async function signIn(auth: Auth, call: AuthCall, user: User, { profile }: Arrival) {
  if (isBanned(auth, user)) throw await banned(auth, user)
  return inTransaction(auth.db, async (db) => {
    const account = { ...profile, name: nameOf(profile) }
    if (!(await noteConnectedSignIn(db, user.id, account, nowOf(auth)))) throw disconnected()
    return startSession(auth, db, user, { method }, clientInfoOf(call))
  })
}

/** Creates a user without a password. The provider must have verified the address: otherwise, anyone could connect their
 *  account to a user whose address its owner confirms later. */
async function signUp(auth: Auth, call: AuthCall, arrival: Arrival, invitation: string | null) {
  const { profile, provider } = arrival
  if (profile.email === null) throw noEmail(provider)
  if (!profile.isEmailVerified) throw notVerified(provider)
  const applicant = { email: readEmail(profile.email), invitation }
  await checkAdmission(auth, auth.db, applicant, profile.username ?? undefined)
  await enforceNetworkLimit(auth, signUpPerNetwork, call.ip)
  await enforceLimit(auth, signUpPerSite, 'all')
  if ((await findUserByEmail(auth.db, applicant.email))?.confirmedAt) throw emailTaken(provider)
  const metadata = await reserveNames(auth, applicant.email, profile)
  return inTransaction(auth.db, async (db) => {
    const user = await insertExternalUser(auth, db, { applicant, arrival, metadata })
    return startSession(auth, db, user, { method }, clientInfoOf(call))
  }).catch((reason: unknown) => {
    throw isUniqueViolation(reason) ? emailTaken(provider) : reason
  })
}

interface NewExternalUser {
  applicant: Applicant
  arrival: Arrival
  metadata: Metadata
}

async function insertExternalUser(auth: Auth, db: Db, { applicant, arrival, metadata }: NewExternalUser) {
  const [id, now] = [randomUUID(), nowOf(auth)]
  const user = { id, email: applicant.email, passwordHash: null, metadata, confirmed: true, now }
  await admit(auth, db, applicant, user)
  await insertUser(db, user)
  if (!(await insertConnectedAccount(db, connectedAccountOf(id, arrival), now))) throw disconnected()
  return (await findUser(db, id))!
}

/** Returns the account with which the user will be able to sign in. */
export const connectedAccountOf = (userId: string, { provider, profile }: Arrival) => ({
  id: randomUUID(),
  userId,
  provider: provider.name,
  issuer: profile.issuer,
  subject: profile.subject,
  name: nameOf(profile),
})

/** What tells the person's accounts at the provider apart. */
const nameOf = ({ username, email, subject }: ExternalProfile): string => username ?? email ?? subject

/** Reserves a username like the one at the provider, because there is no form to enter one. Members can change it. */
async function reserveNames(auth: Auth, email: string, profile: ExternalProfile): Promise<Metadata> {
  const names = profile.fullName === null ? {} : { fullName: profile.fullName.slice(0, 100).toWellFormed() }
  const named = (await reserveIfPossible(auth, email, names)) ? names : {}
  for (const username of candidates(profile.username)) {
    const metadata = { ...named, username }
    if (await reserveIfPossible(auth, email, metadata)) return metadata
  }
  return named
}

/** @returns false if the site does not accept the names */
const reserveIfPossible = (auth: Auth, email: string, metadata: Metadata): Promise<boolean> =>
  reserve(auth, email, metadata).then(
    () => true,
    (reason: unknown) => {
      if (reason instanceof AuthError || (reason instanceof AppError && reason.code === 'invalid_input')) return false
      throw reason
    },
  )

/** Returns usernames to try. At some providers, the username is an email address, whose domain is left out. */
function candidates(username: string | null): string[] {
  const [local = ''] = (username ?? '').split('@')
  const name = local.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 26)
  return [name, `${name}-2`, `${name}-3`, `member-${randomUUID().slice(0, 8)}`]
}

const notVerified = ({ label }: ExternalProvider) =>
  new AuthError(
    422,
    'provider_email_needs_verification',
    t('Verify your email address at {label} first, then try again.', { label }),
  )

const emailTaken = ({ label }: ExternalProvider) =>
  new AuthError(
    422,
    'email_exists',
    t(
      'An account here already uses the email address of your {label} account. Sign in to it, then connect {label} in your account settings.',
      { label },
    ),
  )

const noEmail = ({ label }: ExternalProvider) =>
  new AuthError(
    422,
    'email_address_invalid',
    t('Signing up here requires an email address, and {label} did not share yours.', { label }),
  )

const disconnected = () =>
  new AuthError(409, 'conflict', t('This account was just connected or disconnected. Try again.'))
