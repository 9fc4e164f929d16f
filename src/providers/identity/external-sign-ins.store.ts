import { type Db, one, run } from '#kernel/db.ts'

/** `state`: the provider has yet to redirect the browser back. `code`: the browser has yet to exchange its code. */
export type ExternalSignInKind = 'state' | 'code'

interface NewSignIn {
  hash: Buffer
  kind: ExternalSignInKind
  /** The session that connects an account; null for a sign-in. */
  sessionId: string | null
  details: Buffer
  expiresAt: Date
}

export const insertExternalSignIn = (db: Db, { hash, kind, sessionId, details, expiresAt }: NewSignIn) => run(db)`
  insert into identity_external_sign_ins (hash, kind, session_id, sealed_details, expires_at)
  values (${hash}, ${kind}, ${sessionId}::uuid, ${details}, ${expiresAt})`

/** Uses the state or code. Returns null if it does not exist or has expired. */
export const consumeExternalSignIn = (db: Db, hash: Buffer, kind: ExternalSignInKind, now: Date) => one<{
  details: Buffer
}>(db)`
  delete from identity_external_sign_ins where hash = ${hash} and kind = ${kind} and expires_at > ${now}
  returning sealed_details as details`

export const sweepExternalSignIns = (db: Db, now: Date) => run(db)`
  delete from identity_external_sign_ins where expires_at <= ${now}`
