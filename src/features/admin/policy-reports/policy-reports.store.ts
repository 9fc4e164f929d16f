import { type Db, many, run } from '#kernel/db.ts'
import { maxPolicyReports, type PolicyReport, policyReportDays, type Violation } from './policy-reports.contract.ts'

/** Adds the violations to the counts for identical ones. Beyond the limit, deletes the least frequent kinds, oldest
 *  first. */
export async function recordViolations(db: Db, violations: readonly Violation[]): Promise<void> {
  await run(db)`
    insert into policy_reports as reports (directive, blocked, page, source, line, count)
    select directive, blocked, page, source, line, count(*)
    from jsonb_to_recordset(${JSON.stringify(violations)}::jsonb)
      as violations (directive text, blocked text, page text, source text, line int)
    group by directive, blocked, page, source, line order by directive, blocked, page, source, line
    on conflict (directive, blocked, page, source, line) do update
      set count = least(reports.count::bigint + excluded.count, 2147483647), last_at = now()`
  await run(db)`
    delete from policy_reports where id in (
      select id from policy_reports order by count desc, last_at desc, id desc offset ${maxPolicyReports})`
}

/** Latest first. */
export async function listPolicyReports(db: Db): Promise<PolicyReport[]> {
  const rows = await many<Row>(db)`
    select id, directive, blocked, page, source, line, count, first_at as "firstAt", last_at as "lastAt"
    from policy_reports order by last_at desc, id desc limit ${maxPolicyReports}`
  return rows.map(present)
}

type Row = Omit<PolicyReport, 'firstAt' | 'lastAt'> & { firstAt: Date; lastAt: Date }

const present = ({ firstAt, lastAt, ...row }: Row): PolicyReport => ({
  ...row,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
})

export const deleteReports = (db: Db) => run(db)`delete from policy_reports`

export const sweepPolicyReports = (db: Db, nowMs: number) => run(db)`
  delete from policy_reports where last_at < ${new Date(nowMs - policyReportDays * 86_400_000)}`
