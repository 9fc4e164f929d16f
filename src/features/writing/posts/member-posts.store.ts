import { type Db, many, run, sql } from '#kernel/db.ts'

/** Visible and hidden posts are in separate indexes. */
export const isBy = (memberId: number) => sql`
  ((member_id = ${memberId} and not is_withheld) or (member_id = ${memberId} and is_withheld))`

/** Removes all posts of the member and leaves tombstones. Concurrent calls wait only while the totals change. */
export async function removePostsOf(db: Db, memberId: number): Promise<void> {
  const gone = await many<{ isLongForm: boolean; categoryId: number; count: number }>(db)`
    with gone as (
      delete from all_posts where ${isBy(memberId)} returning id, is_long_form, category_id, is_withheld),
    left_behind as (insert into post_tombstones (post_id) select id from gone)
    select is_long_form as "isLongForm", category_id as "categoryId", count(*) from gone
    where not is_withheld group by 1, 2`
  if (gone.length === 0) return
  await run(db)`
    with deltas as (
      select * from unnest(${gone.map((one) => one.isLongForm)}::boolean[], ${gone.map((one) => one.categoryId)}::int[],
        ${gone.map((one) => one.count)}::int[]) as gone (is_long_form, category_id, count)),
    held as (
      select t.is_long_form, t.category_id, deltas.count from post_totals t
      join deltas on (t.is_long_form, t.category_id) = (deltas.is_long_form, deltas.category_id)
      order by t.is_long_form, t.category_id for update of t)
    update post_totals t set total = t.total - held.count from held
    where (t.is_long_form, t.category_id) = (held.is_long_form, held.category_id)`
}
