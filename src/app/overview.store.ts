import { type Db, one } from '#kernel/db.ts'
import { isInShownSection } from '#features/writing/posts/post-sections.store.ts'

export interface SiteTotals {
  members: number
  suspended: number
  shortPosts: number
  articles: number
  pictureBytes: number
  recordingBytes: number
  databaseBytes: number
  postgres: string
  schema: string
}

export const findSiteTotals = (db: Db) => one<SiteTotals>(db)`
  select (select coalesce(sum(member_count), 0) from member_totals where standing = 'present') as members,
    (select count(*) from suspensions) as suspended,
    (select coalesce(sum(total), 0)::bigint from post_totals where not is_long_form and ${isInShownSection}) as "shortPosts",
    (select coalesce(sum(total), 0)::bigint from post_totals where is_long_form and ${isInShownSection}) as articles,
    (select coalesce(sum(stored_bytes), 0)::bigint from images) as "pictureBytes",
    (select coalesce(sum(bytes), 0)::bigint from broadcast_recordings) as "recordingBytes",
    pg_database_size(current_database()) as "databaseBytes",
    split_part(current_setting('server_version'), ' ', 1) as postgres,
    (select max(name) from kysely_migration) as schema`
