import type { Db } from '#kernel/db.ts'
import type { Applicant, SignUpRefusal } from './admission.ts'
import type { Auth } from './auth.ts'
import { type Metadata, profileOf } from './inputs.ts'
import { findFirstUser, isUsernameConfirmed, lockFirstUser, type User } from './users.store.ts'
import { AuthError } from './wire.ts'

/** Removes the invitation's secret from the metadata that a browser sends, because metadata is stored unencrypted
 *  and is part of every access token. */
export function withoutInvitation({ admission }: Auth, sent: Metadata) {
  if (!admission) return { metadata: sent, invitation: null }
  const { invitation, ...metadata } = sent
  return { metadata, invitation: typeof invitation === 'string' ? invitation : null }
}

/** Rejects applicants whom the site's rules exclude, before doing anything expensive. @param username the one they
 *  chose @throws AuthError */
export async function checkAdmission(auth: Auth, db: Db, applicant: Applicant, username?: string): Promise<void> {
  const refusal = await auth.admission?.check(db, applicant)
  if (refusal && !(await isExempt(auth, db, username))) throw refused(refusal)
}

/** Admits the applicant, in the transaction that creates their account. @throws AuthError */
export async function admit(
  auth: Auth,
  db: Db,
  applicant: Applicant,
  { id, metadata }: { id: string; metadata: Metadata },
): Promise<void> {
  const refusal = await auth.admission?.admit(db, applicant, id)
  if (refusal && !(await isExempt(auth, db, profileOf(metadata).username))) throw refused(refusal)
}

/** Checks the rules again, in the transaction that confirms the address: since the sign-up, they may have changed, the
 *  invitation may have been revoked, or the site's owner may have registered. @throws AuthError */
export async function checkConfirmation(auth: Auth, db: Db, { id, email, metadata }: User): Promise<void> {
  const refusal = await auth.admission?.confirm(db, email, id)
  if (refusal && !(await isExempt(auth, db, profileOf(metadata).username))) throw refused(refusal)
}

/** Returns whether the rules do not apply, because the applicant becomes the site's owner: the first account, or the
 *  one that OWNER_USERNAME names. No other account can be exempt until the transaction ends: names are reserved. */
async function isExempt({ ownerUsername }: Auth, db: Db, username: string | undefined): Promise<boolean> {
  if (ownerUsername === null) return isSiteEmpty(db)
  if (username?.toLowerCase() !== ownerUsername.toLowerCase()) return false
  return !(await isUsernameConfirmed(db, ownerUsername))
}

async function isSiteEmpty(db: Db): Promise<boolean> {
  if (await findFirstUser(db)) return false
  await lockFirstUser(db)
  return (await findFirstUser(db)) === null
}

const refused = ({ code, message }: SignUpRefusal) =>
  new AuthError(code === 'signup_disabled' ? 422 : 403, code, message)
