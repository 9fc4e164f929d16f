-- When many posts are hidden at once, such as those of a suspended member, the counts of each tag change once instead of
-- once per post: each change of a row takes longer than the one before it in the same transaction
-- (docs/decisions/182-tags-of-many-posts.md). While this migration runs, posts can be read but not written: for a few
-- milliseconds at any size.

-- These columns of `post_tags` change only together with their post, in a statement for each post. Dropping the triggers
-- would wait for all reads of the table, such as a backup, and block new ones; disabled ones would be enabled by a restore.
create or replace trigger tags_counted_again after update on post_tags for each row
  when (false) execute function tags_count();
create or replace trigger months_of_changed_tags after update on post_tags for each statement
  when (false) execute function count_months_of_tags();

-- Plans are made once, often for a single post, and must also suit thousands: `offset 0` reads the tags from an index.
create function count_tags_of_changed_posts() returns trigger language plpgsql as $$
declare
  changes post_months[] := array(
    select ('tag', tag_id, is_long_form, month, sum(change))::post_months from (
      select id, is_long_form, month_of(created_at) as month, sum(change) as change from (
        select id, is_long_form, created_at, 1 as change from added where not is_withheld
        union all select id, is_long_form, created_at, -1 from removed where not is_withheld) as sides
      group by 1, 2, 3 having sum(change) <> 0) as moved
    cross join lateral (select tag_id from post_tags where post_id = moved.id offset 0) as tagged
    group by tag_id, is_long_form, month having sum(change) <> 0);
begin
  if changes = '{}' then
    return null;
  end if;
  with counted as (
    select list_id as id, sum(post_count) as posts, coalesce(sum(post_count) filter (where is_long_form), 0) as articles
    from unnest(changes) group by 1),
  held as (
    select tags.id, posts, articles from tags join counted using (id) order by tags.id for update of tags)
  update tags set post_count = tags.post_count + posts, article_count = tags.article_count + articles
  from held where tags.id = held.id;
  perform change_post_months(changes);
  return null;
end $$;
-- Named so that it runs before the triggers that change the counts of members and months: see docs/database.md, Lock order.
create trigger changed_posts_counted_by_tag after update on all_posts
  referencing old table as removed new table as added
  for each statement execute function count_tags_of_changed_posts();
