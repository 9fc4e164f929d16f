import { type Db, one, run } from '#kernel/db.ts'

/** Reserves the key, and deletes old keys. Waits for a concurrent transaction with the same key. @returns whether it is
 *  new */
export async function reserveKey(db: Db, key: string): Promise<boolean> {
  await run(db)`delete from comment_keys where created_at < now() - interval '30 days'`
  return (await one(db)`insert into comment_keys (key) values (${key}) on conflict do nothing returning key`) !== null
}

/** Connects a reserved key with its comment. */
export const setCommentOfKey = (db: Db, key: string, commentId: number) =>
  run(db)`update comment_keys set comment_id = ${commentId} where key = ${key}`

/** Returns the id of the comment that was added with the key, or null if it no longer exists. */
export async function findCommentOfKey(db: Db, key: string): Promise<number | null> {
  const row = await one<{ id: number | null }>(db)`select comment_id as id from comment_keys where key = ${key}`
  return row?.id ?? null
}
