import { type Db, many } from '#kernel/db.ts'

/** Returns the stored counts of posts per month that differ from the number of visible posts, and those of 0. */
export const wrongMonths = (db: Db) => many(db)`
  select list, list_id, is_long_form, month::text, sum(post_count)::int as difference from (
    select list, list_id, is_long_form, month, post_count from post_months
    union all
    select list, list_id, is_long_form, month_of(created_at), -1
    from all_posts cross join lateral (values ('category', category_id), ('member', member_id)) as lists (list, list_id)
    where not is_withheld
    union all
    select 'tag', tag_id, is_long_form, month_of(created_at), -1 from post_tags where not is_withheld) as parts
  group by list, list_id, is_long_form, month having sum(post_count) <> 0
  union all
  select list, list_id, is_long_form, month::text, post_count from post_months where post_count <= 0`
