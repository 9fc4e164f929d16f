-- When many posts are deleted at once, such as those of a deleted account, the counts of each tag change once instead of
-- once per post (docs/decisions/197-tags-of-deleted-posts.md): the triggers for each statement see the rows that all
-- cascades of a statement have deleted. While this migration runs, posts can be read but not written: for a few
-- milliseconds at any size.

-- Dropping the trigger would wait for all reads of the table, such as a backup, and block new ones.
create or replace trigger tags_counted after insert or delete on post_tags for each row
  when (false) execute function tags_count();

-- Changes the counts of tags before those of their months. Plans are made once, often for a single post.
create or replace function count_months_of_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    with counted as (
      select tag_id as id, count(*) as posts, count(*) filter (where is_long_form) as articles
      from added where not is_withheld group by 1),
    held as (
      select id, posts, articles from tags join counted using (id) order by id for update of tags)
    update tags set post_count = tags.post_count + posts, article_count = tags.article_count + articles
    from held where tags.id = held.id;
    insert into post_months as counts (list, list_id, is_long_form, month, post_count)
    select 'tag', tag_id, is_long_form, month_of(created_at), count(*)
    from added where not is_withheld group by 2, 4, 3 order by 2, 4, 3
    on conflict (list, list_id, month, is_long_form) do update set post_count = counts.post_count + excluded.post_count;
  else
    with counted as (
      select tag_id as id, count(*) as posts, count(*) filter (where is_long_form) as articles
      from removed where not is_withheld group by 1),
    held as (
      select id, posts, articles from tags join counted using (id) order by id for update of tags)
    update tags set post_count = tags.post_count - posts, article_count = tags.article_count - articles
    from held where tags.id = held.id;
    perform change_post_months(array(
      select ('tag', tag_id, is_long_form, month_of(created_at), -count(*))::post_months
      from removed where not is_withheld group by tag_id, is_long_form, month_of(created_at)));
  end if;
  return null;
end $$;
