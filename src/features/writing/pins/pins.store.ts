import { type Db, inTransaction, one, run, type Transaction } from '#kernel/db.ts'
import { maxPins } from './pins.contract.ts'

/** Returns the post's author, or null if there is no such post. */
export async function findAuthorId(db: Db, postId: number): Promise<number | null> {
  const row = await one<{ memberId: number }>(db)`select member_id as "memberId" from posts where id = ${postId}`
  return row?.memberId ?? null
}

/** Pins the author's post unless they have pinned the maximum number of others. @returns whether it is pinned now */
export const pin = (db: Db, postId: number, authorId: number): Promise<boolean> =>
  inTransaction(db, (db) => addPin(db, postId, authorId))

/** Like {@link pin}, in the caller's transaction. Runs one at a time per author. Each pin gets a later time than the
 *  one before, so that pins from the same millisecond keep their order. */
export async function addPin(db: Transaction<unknown>, postId: number, authorId: number): Promise<boolean> {
  await run(db)`select from members where id = ${authorId} for no key update`
  await run(db)`
    insert into pins (post_id, member_id, created_at)
    select id, member_id, greatest(now(), (
      select max(created_at) + interval '1 millisecond' from pins where pins.member_id = ${authorId}))
    from posts
    where id = ${postId} and member_id = ${authorId}
      and (select count(*) from pins where pins.member_id = ${authorId}) < ${maxPins}::int
    on conflict (post_id) do nothing`
  return (await one(db)`select from pins where post_id = ${postId}`) !== null
}

/** Unpins all posts of the author. */
export const removePinsOf = (db: Db, authorId: number) => run(db)`delete from pins where member_id = ${authorId}`

export const unpin = (db: Db, postId: number) => run(db)`delete from pins where post_id = ${postId}`
