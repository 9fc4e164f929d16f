import { type Db, one, run } from '#kernel/db.ts'

export interface ServerFacts {
  version: string
  /** For example, 180001 for 18.1. */
  versionNumber: number
  encoding: string
  locale: string
  /** Whether the operating system’s sort order has changed since the database was created. */
  hasNewCollation: boolean
  isReadOnly: boolean
  now: Date
}

export const findServerFacts = (db: Db) => one<ServerFacts>(db)`
  select current_setting('server_version') as version,
    current_setting('server_version_num')::int as "versionNumber",
    pg_encoding_to_char(encoding) as encoding,
    coalesce(to_jsonb(pg_database) ->> 'datlocale', datcollate) as locale,
    coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) as "hasNewCollation",
    current_setting('transaction_read_only')::boolean as "isReadOnly",
    clock_timestamp() as now
  from pg_database where datname = current_database()`

export const ping = (db: Db) => run(db)`select 1`
