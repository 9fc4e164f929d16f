import type { AuditActorKind } from './audit-actors.contract.ts'
import type { AuditAction } from './audit.contract.ts'
import { type Db, run, sql } from './db.ts'
import { currentTrace } from './trace.ts'

/** Who acted: a member's id, someone who was not signed in, the operator on the command line, or the site itself.
 *  'member' is a member whose account has been deleted. */
export type AuditActor = number | AuditActorKind

export interface AuditEntry {
  action: AuditAction
  actor: AuditActor
  /** The affected member, if any. */
  subjectId?: number | null
  /** What was changed: '/post/7', 'comment 12'. */
  target?: string
  /** Must not contain text written by members, names, or email addresses. */
  details?: Readonly<Record<string, string | number | boolean | null>>
}

const maxTargetLength = 300

/** Adds entries to the audit log. Call it in the transaction that makes the change. */
export async function audit(db: Db, ...entries: readonly AuditEntry[]): Promise<void> {
  const requestId = currentTrace()?.requestId ?? null
  if (entries.length === 0) return
  const rows = entries.map(({ action, actor, subjectId = null, target = null, details = {} }) => {
    const [actorKind, actorId] = typeof actor === 'number' ? ['member', actor] : [actor, null]
    return { action, actorKind, actorId, subjectId, target: target && target.slice(0, maxTargetLength), details }
  })
  await run(db)`
    with entry as (
      insert into audit_log (action, actor_kind, actor_id, subject_id, target, details, request_id)
      select action, "actorKind", "actorId", "subjectId", target, details, ${requestId}::text
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as entry (action text, "actorKind" text, "actorId" int, "subjectId" int, target text, details jsonb)
      returning id)
    ${insertSources()}`
}

/** Stores where the entries come from, if the call may change how a member signs in. */
function insertSources() {
  const { device, network } = currentTrace()?.client ?? { device: null, network: null }
  return sql`
    insert into security_event_sources (entry_id, device, network)
    select id, ${device}::text, ${network}::text from entry where ${device}::text is not null`
}

/** An account at the identity provider. */
export interface Account {
  issuer: string
  subject: string
}
interface AccountEntry {
  action: AuditAction
  account: Account
  /** Default: the member themselves. */
  by?: 'visitor' | 'operator'
  details?: AuditEntry['details']
  /** Ignores the entry if an identical one was added within this time. */
  oncePerSeconds?: number
}

/** Adds an entry about an account, unless it has no profile. Call it in the same transaction as the change. */
export const auditAccount = (db: Db, { action, account, by, details = {}, oncePerSeconds = 0 }: AccountEntry) => run(
  db,
)`
  with entry as (
    insert into audit_log (action, actor_kind, actor_id, subject_id, details, request_id)
    select ${action}::text, ${by ?? 'member'}::text, case when ${by === undefined}::boolean then id end, id,
      ${JSON.stringify(details)}::jsonb, ${currentTrace()?.requestId ?? null}::text
    from members where issuer = ${account.issuer} and subject = ${account.subject}
      and not exists (select from audit_log where subject_id = members.id and action = ${action}
        and recorded_at > now() - ${oncePerSeconds}::float8 * interval '1 second')
    returning id)
  ${insertSources()}`

/** Removes the references to a member whose account is being deleted, and the records of where their sign-ins came
 *  from. */
export async function anonymizeAuditLog(db: Db, memberId: number): Promise<void> {
  await run(db)`
    delete from security_event_sources where entry_id in (select id from audit_log where subject_id = ${memberId})`
  await run(db)`update audit_log set actor_id = null where actor_id = ${memberId}`
  await run(db)`update audit_log set subject_id = null where subject_id = ${memberId}`
}

/** Deletes entries from before the given time. The database refuses to delete entries from the last 30 days. */
export const sweepAuditLog = (db: Db, before: Date) => run(db)`delete from audit_log where recorded_at < ${before}`
