import { type Db, many, one } from '#kernel/db.ts'
import type { Write } from './writers.ts'

export interface Stored {
  /** Acknowledged writes that are missing from the database. */
  lost: Write[]
  /** Writes that are in the database more than once. */
  repeated: Write[]
  /** Writes that are in the database even though the writer did not receive a confirmation. */
  unconfirmed: Write[]
}

/** Compares the writes with the database. */
export async function compareWrites(db: Db, writes: readonly Write[]): Promise<Stored> {
  // Listed before the query, because more writes may be acknowledged while it runs.
  const acknowledged = writes.filter(({ acknowledgedMs }) => acknowledgedMs !== null)
  const rows = await many<{ text: string; count: number }>(db)`
    select text, count(*)::int as count from (
      select split_part(content, E'\n', 1) as text from all_posts
      union all select content from all_comments
      union all select message from chat_messages) as texts
    group by text`
  const counts = new Map(rows.map(({ text, count }) => [text, count]))
  const countOf = ({ text }: Write) => counts.get(text) ?? 0
  return {
    lost: acknowledged.filter((write) => countOf(write) === 0),
    repeated: writes.filter((write) => countOf(write) > 1),
    unconfirmed: writes.filter((write) => write.acknowledgedMs === null && countOf(write) > 0),
  }
}

/** Hashes all content on the site. */
export async function textsDigest(db: Db): Promise<string> {
  const row = await one<{ digest: string }>(db)`
    select md5(string_agg(text, '|' order by text)) as digest from (
      select 'post ' || id || content as text from all_posts
      union all select 'comment ' || id || content from all_comments
      union all select 'message ' || id || message from chat_messages) as texts`
  return row!.digest
}

/** Returns the process id of a random server process that serves a client. */
export async function findBackend(db: Db): Promise<number> {
  const [found] = await many<{ pid: number }>(db)`
    select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`
  if (!found) throw new Error('No client is connected to the database.')
  return found.pid
}
