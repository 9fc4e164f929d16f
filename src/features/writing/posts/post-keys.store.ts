import { type Db, one, run } from '#kernel/db.ts'

/** Returns the post that the member published under the key, or null for a new key. `postId` is null if that post has
 *  been deleted. */
export const findPostKey = (db: Db, memberId: number, key: string) =>
  one<{ postId: number | null }>(db)`
    select post_id as "postId" from post_keys where member_id = ${memberId} and key = ${key}`

const keptMs = 7 * 24 * 3600 * 1000

/** Deletes keys older than a week. @returns how many */
export const sweepPostKeys = (db: Db, nowMs: number) =>
  run(db)`delete from post_keys where created_at < ${new Date(nowMs - keptMs)}`

/** Deletes the member's keys. */
export const removePostKeysOf = (db: Db, memberId: number) =>
  run(db)`delete from post_keys where member_id = ${memberId}`
