import { shownText, t } from '#messages/messages.ts'
import { type Db, inTransaction, many, one, run, sql } from '#kernel/db.ts'
import { recordTexts } from '#kernel/trace.ts'
import type { RunReport } from './import-report.contract.ts'
import { fileHours, type ImportRun, listedRuns, reportDays, type RunState } from './import-runs.contract.ts'

/** An import with the folder for its file. */
export interface StoredRun extends ImportRun {
  fileKey: string | null
}
type Row = Omit<StoredRun, 'createdAt'> & { createdAt: Date }

const columns = sql`id, name, file_key as "fileKey", old_site as "oldSite", state, received_bytes as "receivedBytes",
  size_bytes as "sizeBytes", done, total, error, report is not null as "hasReport", created_at as "createdAt"`

const present = (row: Row): StoredRun => ({
  ...row,
  error: row.error && shownText(row.error),
  createdAt: row.createdAt.toISOString(),
})
const presented = async (row: Promise<Row | null>): Promise<StoredRun | null> => {
  const found = await row
  return found && present(found)
}

/** Returns the member's latest imports, newest first. */
export const listRuns = async (db: Db, memberId: number): Promise<StoredRun[]> =>
  (
    await many<Row>(db)`
    select ${columns} from import_runs where member_id = ${memberId} order by id desc limit ${listedRuns}`
  ).map(present)

export const findRun = (db: Db, memberId: number, id: number) =>
  presented(one<Row>(db)`select ${columns} from import_runs where id = ${id} and member_id = ${memberId}`)

interface NewRun {
  memberId: number
  name: string
  oldSite: string | null
  fileKey: string | null
  sizeBytes: number
}

/** Replaces the member's run that is waiting for a file or a decision.
 *  @returns null if another one is being checked or imported */
export const createRun = (db: Db, { memberId, name, oldSite, fileKey, sizeBytes }: NewRun): Promise<StoredRun | null> =>
  inTransaction(db, async (db) => {
    await run(db)`
      update import_runs set state = 'canceled', updated_at = now()
      where member_id = ${memberId} and state in ('uploading', 'uploaded', 'checked')`
    return presented(one<Row>(db)`
      insert into import_runs (member_id, name, old_site, file_key, size_bytes, state)
      values (${memberId}, ${name}, ${oldSite}, ${fileKey}, ${sizeBytes}, ${fileKey === null ? 'uploaded' : 'uploading'})
      on conflict (member_id) where state in ('uploading', 'uploaded', 'checking', 'checked', 'importing') do nothing
      returning ${columns}`)
  })

/** Returns the total size of the files in other members' open runs. */
export const openBytes = async (db: Db, memberId: number): Promise<number> =>
  (await one<{ bytes: number }>(db)`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from import_runs
    where member_id <> ${memberId} and state in ('uploading', 'uploaded', 'checking', 'checked', 'importing')`)!.bytes

/** Records a received part. @returns null if another part was received in the meantime, or the run was canceled */
export const receivePart = (db: Db, id: number, { offset, bytes }: { offset: number; bytes: number }) =>
  presented(one<Row>(db)`
    update import_runs set received_bytes = ${offset + bytes}::bigint, updated_at = now(),
      state = case when size_bytes = ${offset + bytes}::bigint then 'uploaded' else state end
    where id = ${id} and state = 'uploading' and received_bytes = ${offset}::bigint
    returning ${columns}`)

/** Starts checking or importing, in the transaction that adds the job. @returns null in any other state, or if the
 *  member is a reader */
export const beginRun = (db: Db, id: number, state: 'checking' | 'importing') =>
  presented(one<Row>(db)`
    update import_runs set state = ${state}, done = 0, total = 0, crashes = 0, error = null, updated_at = now()
    where id = ${id} and state in ('uploaded', 'checked')
      and member_id in (select id from members where role <> 'reader')
    returning ${columns}`)

/** @returns null if it has already ended */
export const cancelRun = (db: Db, id: number) =>
  presented(one<Row>(db)`
    update import_runs set state = 'canceled', updated_at = now()
    where id = ${id} and state in ('uploading', 'uploaded', 'checking', 'checked', 'importing') returning ${columns}`)

export const cancelRunsOf = (db: Db, memberId: number) =>
  run(db)`
    update import_runs set state = 'canceled', updated_at = now()
    where member_id = ${memberId} and state in ('uploading', 'uploaded', 'checking', 'checked', 'importing')`

export interface ActiveRun extends Pick<StoredRun, 'id' | 'name' | 'fileKey' | 'sizeBytes' | 'oldSite'> {
  state: 'checking' | 'importing'
  memberId: number
  username: string
  crashes: number
}

/** Returns a run that is being checked or imported; null in any other state. */
export const findActiveRun = (db: Db, id: number) => one<ActiveRun>(db)`
  select import_runs.id, name, file_key as "fileKey", size_bytes as "sizeBytes", old_site as "oldSite", state,
    member_id as "memberId", username, crashes
  from import_runs join members on members.id = member_id
  where import_runs.id = ${id} and state in ('checking', 'importing')`

/** @returns false if the run is no longer in that state, for example because it was canceled */
export const saveProgress = async (
  db: Db,
  { id, state }: ActiveRun,
  { done, total }: { done: number; total: number },
): Promise<boolean> =>
  (await run(db)`
    update import_runs set done = ${done}, total = ${total}, updated_at = now()
    where id = ${id} and state = ${state}`) > 0

export const saveCrash = (db: Db, { id, state }: ActiveRun) => run(db)`
  update import_runs set crashes = crashes + 1 where id = ${id} and state = ${state}`

/** Ends a run with its report, as JSON, or an error. @returns false if it was canceled */
export const endRun = async (
  db: Db,
  { id, state }: ActiveRun,
  { report = null, error = null }: { report?: string | null; error?: string | null },
): Promise<boolean> => {
  const next: RunState = error !== null ? 'failed' : state === 'checking' ? 'checked' : 'done'
  return (
    (await run(db)`
      update import_runs set state = ${next}, report = coalesce(${report}::jsonb, report), error = ${error},
        done = case when ${error}::text is null then total else done end, updated_at = now()
      where id = ${id} and state = ${state}`) > 0
  )
}

export async function findReport(db: Db, memberId: number, id: number): Promise<RunReport | null> {
  const row = await one<{ report: RunReport | null }>(db)`
    select report from import_runs where id = ${id} and member_id = ${memberId}`
  return row?.report ?? null
}

const tookTooLong = () => t('This took too long. Upload the file again to continue.')

/** Cancels runs whose file is too old to keep, and deletes old runs with their reports. */
export async function sweepRuns(db: Db, nowMs: number): Promise<void> {
  const hour = 3_600_000
  await run(db)`
    update import_runs set state = 'failed', error = ${recordTexts(tookTooLong)}
    where state in ('uploading', 'uploaded', 'checking', 'checked', 'importing')
      and created_at < ${new Date(nowMs - fileHours * hour)}`
  await run(db)`delete from import_runs where created_at < ${new Date(nowMs - reportDays * 24 * hour)}`
}

/** Returns the files that are still needed. */
export const listOpenFiles = (db: Db) =>
  many<Pick<StoredRun, 'name' | 'fileKey' | 'sizeBytes' | 'receivedBytes'>>(db)`
    select name, file_key as "fileKey", size_bytes as "sizeBytes", received_bytes as "receivedBytes"
    from import_runs where file_key is not null and state in ('uploading', 'uploaded', 'checking', 'checked', 'importing')`

/** Returns the folders with files that are still needed. */
export const listFileKeys = async (db: Db): Promise<string[]> =>
  (
    await many<{ key: string }>(db)`
    select file_key as key from import_runs where file_key is not null
      and state in ('uploading', 'uploaded', 'checking', 'checked', 'importing')`
  ).map(({ key }) => key)

export const removeRunsOf = (db: Db, memberId: number) => run(db)`delete from import_runs where member_id = ${memberId}`
