import { type Db, one, run } from '#kernel/db.ts'

/** Withholds all that the member has published: nobody finds it until it is given back. The caller holds the member's row,
 *  so that no post comes in between: {@link createPost} waits for it, and refuses who is no longer present.
 *  @returns how many posts */
export const withholdPostsOf = (db: Db, memberId: number): Promise<number> => move(db, memberId, true)

/** Gives back what {@link withholdPostsOf} took. @returns how many posts */
export const giveBackPostsOf = (db: Db, memberId: number): Promise<number> => move(db, memberId, false)

/** Totals move in the same statement, and are held in a fixed order, as by {@link changePost}. The posts are held before it:
 *  it then sees the totals of where they have been moved to meanwhile. */
async function move(db: Db, memberId: number, isWithheld: boolean): Promise<number> {
  await run(db)`select from all_posts where member_id = ${memberId} order by id for update`
  const row = await one<{ posts: number }>(db)`
    with moved as (
      update all_posts set is_withheld = ${isWithheld} where member_id = ${memberId} and is_withheld <> ${isWithheld}
      returning is_long_form, category_id),
    sums as (select is_long_form, category_id, count(*)::int as posts from moved group by is_long_form, category_id),
    held as (
      select t.is_long_form, t.category_id, sums.posts
      from post_totals t join sums on (t.is_long_form, t.category_id) = (sums.is_long_form, sums.category_id)
      order by t.is_long_form, t.category_id for update of t),
    counted as (
      update post_totals t set total = t.total + case when ${isWithheld} then -held.posts else held.posts end from held
      where (t.is_long_form, t.category_id) = (held.is_long_form, held.category_id))
    select count(*) as posts from moved`
  return row!.posts
}
