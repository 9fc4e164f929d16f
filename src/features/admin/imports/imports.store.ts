import { type Db, many, run } from '#kernel/db.ts'

/** What is known of a post that a member has brought along. */
export interface Import {
  key: string
  /** The id that is set apart for it; that of the post once it is one. */
  postId: number
  /** Null for what is, or is to be, a post. */
  draftKey: string | null
  isDone: boolean
}

/** What the member has brought along, or begun to, under these keys. */
export const listImports = (db: Db, memberId: number, keys: string[]) => many<Import>(db)`
  select source_key as key, post_id as "postId", draft_key as "draftKey", imported_at is not null as "isDone"
  from imports where member_id = ${memberId} and source_key = any(${keys}::text[])`

/** Sets apart ids for what the member is about to bring along, in the order of the keys. */
export const beginImports = (db: Db, memberId: number, keys: string[]) => run(db)`
  insert into imports (member_id, source_key, post_id)
  select ${memberId}::int, key, nextval(pg_get_serial_sequence('all_posts', 'id'))
  from (select key from unnest(${keys}::text[]) with ordinality as given (key, place) order by place) as ordered
  on conflict (member_id, source_key) do nothing`

/** Notes that it is here. To be called first in the transaction that brings it: of two at once the other one waits.
 *  @returns false when it was here already */
export const endImport = async (db: Db, memberId: number, key: string, draftKey: string | null): Promise<boolean> =>
  (await run(db)`
    update imports set imported_at = now(), draft_key = ${draftKey}
    where member_id = ${memberId} and source_key = ${key} and imported_at is null`) > 0

/** Forgets what the member has brought along. */
export const removeImportsOf = (db: Db, memberId: number) => run(db)`delete from imports where member_id = ${memberId}`
