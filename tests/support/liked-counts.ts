import { type Db, many } from '#kernel/db.ts'

/** Returns the stored counts of posts with likes that differ from the actual ones, and the actual ones. */
export const wrongLikedCounts = (db: Db) => many(db)`
  with liked as (
    select member_id, is_long_form, category_id from like_counts where like_count > 0 and not is_withheld),
  stored as (
    select member_id, is_long_form, category_id, liked_count as posts from member_post_counts where liked_count <> 0
    union all select null, is_long_form, category_id, sum(post_count) from liked_post_totals
    group by 2, 3 having sum(post_count) <> 0),
  actual as (
    select member_id, is_long_form, category_id, count(*) as posts from liked group by 1, 2, 3
    union all select null, is_long_form, category_id, count(*) from liked group by 2, 3)
  (table stored except table actual) union all (table actual except table stored)`
