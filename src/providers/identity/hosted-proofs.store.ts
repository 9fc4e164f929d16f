import { type Db, one, run } from '#kernel/db.ts'

/** Records that the session's user has just reauthenticated. */
export const markHostedProof = (db: Db, sessionId: string, now: Date) => run(db)`
  insert into hosted_session_proofs (session_id, proven_at) values (${sessionId}::uuid, ${now})
  on conflict (session_id) do update set proven_at = excluded.proven_at`

export const findHostedProof = (db: Db, sessionId: string) => one<{ provenAt: Date }>(db)`
  select proven_at as "provenAt" from hosted_session_proofs where session_id = ${sessionId}::uuid`

export const sweepHostedProofs = (db: Db, provenBefore: Date) => run(db)`
  delete from hosted_session_proofs where proven_at <= ${provenBefore}`
