import { type Db, one, run } from '#kernel/db.ts'

/** Records that this version has used the database. */
export const recordVersion = (db: Db, version: string) =>
  run(db)`insert into program_versions (version) values (${version}) on conflict do nothing`

export interface NewerVersion {
  /** The newest version that has used the database, if it was recorded. */
  version: string | null
  /** The backup that was made before the last migration. */
  backupId: string | null
}

/** Finds the version that migrated the database, for an older version of the program. */
export async function findNewerVersion(db: Db): Promise<NewerVersion> {
  const there = (await one<{ versions: boolean; backups: boolean }>(db)`
    select to_regclass('public.program_versions') is not null as versions,
      to_regclass('public.backups') is not null as backups`)!
  const found = there.versions
    ? await one<{ version: string }>(db)`select version from program_versions order by first_used_at desc limit 1`
    : null
  const backup = there.backups
    ? await one<{ backupId: string }>(db)`
        select backup_id as "backupId" from backups where reason = 'migration' and backup_id is not null
        order by started_at desc, id desc limit 1`
    : null
  return { version: found?.version ?? null, backupId: backup?.backupId ?? null }
}
