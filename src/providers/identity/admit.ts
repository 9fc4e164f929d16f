import type { Db } from '#kernel/db.ts'
import type { Applicant, SignUpRefusal } from './admission.ts'
import type { Auth } from './auth.ts'
import type { Metadata } from './inputs.ts'
import { findFirstUser, lockFirstUser } from './users.store.ts'
import { AuthError } from './wire.ts'

/** Removes the invitation's secret from the metadata that a browser sends, because metadata is stored unencrypted and is
 *  part of every access token. */
export function withoutInvitation({ admission }: Auth, sent: Metadata) {
  if (!admission) return { metadata: sent, invitation: null }
  const { invitation, ...metadata } = sent
  return { metadata, invitation: typeof invitation === 'string' ? invitation : null }
}

/** Rejects applicants whom the site's rules exclude, before anything expensive. @throws AuthError */
export async function checkAdmission(auth: Auth, db: Db, applicant: Applicant): Promise<void> {
  const refusal = await auth.admission?.check(db, applicant)
  if (refusal && (await findFirstUser(db))) throw refused(refusal)
}

/** Admits the applicant, in the transaction that creates their account. @returns whether they are admitted only because
 *  the site has no accounts yet @throws AuthError */
export async function admit(auth: Auth, db: Db, applicant: Applicant, subject: string): Promise<boolean> {
  const refusal = await auth.admission?.admit(db, applicant, subject)
  if (refusal && !(await isSiteEmpty(db))) throw refused(refusal)
  return Boolean(refusal)
}

/** Returns whether the site has no accounts. If so, no other account can be the first until the transaction ends. */
export async function isSiteEmpty(db: Db): Promise<boolean> {
  if (await findFirstUser(db)) return false
  await lockFirstUser(db)
  return (await findFirstUser(db)) === null
}

const refused = ({ code, message }: SignUpRefusal) =>
  new AuthError(code === 'signup_disabled' ? 422 : 403, code, message)
