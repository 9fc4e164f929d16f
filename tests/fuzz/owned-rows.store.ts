import { type Db, many, one, sql } from '#kernel/db.ts'

/** Columns that name the member a row belongs to, most specific first. */
const ownerColumns = ['member_id', 'owner_id', 'author_id', 'follower_id', 'muter_id', 'creator_id']

/** Tables in which others may create or change a member's rows, each with the reason. */
const changedByOthers: Readonly<Record<string, string>> = {
  follow_counts: 'counts others’ follows',
  like_counts: 'counts others’ likes',
  notification_counts: 'counts the notifications',
  notification_entries: 'are about what others do',
  notifications: 'are about what others do',
  notification_events: 'are about what others do',
  digests: 'depend on notifications',
  webmentions: 'are received from other sites',
  all_webmentions: 'are received from other sites',
  all_comments: 'are written by others',
}
/** Columns that other members’ reads, likes, and comments change, and those that the site itself maintains. */
const maintained = /(_count|_at|viewers|watchers|held_until|render_version|is_truncated|search|etag)$/

/** Tables that only administrators change. */
const administrative = new Set([
  'site_ownership',
  'role_changes',
  'suspensions',
  'redirects',
  'site_pages',
  'post_categories',
])

/** Returns the tables that contain members' rows, and a statement that hashes one member's rows in all of them. */
export async function ownedRows(db: Db) {
  const columns = await many<{ table: string; column: string; type: string }>(db)`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`
  const byTable = Map.groupBy(columns, ({ table }) => table)
  const selects = [...byTable].flatMap(([table, all]) => {
    if (table in changedByOthers) return []
    const owner = ownerColumns.find((name) => all.some(({ column, type }) => column === name && type === 'integer'))
    const where = table === 'all_members' ? 'id' : owner
    if (!where && !administrative.has(table)) return []
    const stable = all.filter(({ column }) => !maintained.test(column)).map(({ column }) => sql.ref(`t.${column}`))
    const rows = sql`select concat_ws('|', ${sql.join(stable)}) as line from ${sql.table(table)} t`
    return [{ table, rows, owner: administrative.has(table) ? null : (where ?? null) }]
  })
  /** Returns a hash of each table's rows. */
  return async (memberId: number): Promise<Record<string, string>> => {
    const parts = selects.map(({ table, rows, owner }) => {
      const own = owner === null ? rows : sql`${rows} where ${sql.ref(owner)} = ${memberId}`
      return sql`select ${table}::text as name, md5(coalesce(string_agg(line, E'\\n' order by line), '')) as hash
        from (${own}) as own`
    })
    const found = await one<{ hashes: Record<string, string> }>(db)`
      select json_object_agg(name, hash) as hashes from (${sql.join(parts, sql` union all `)}) as hashed`
    return found!.hashes
  }
}

/** Returns the names of tables whose hashes differ. */
export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])
