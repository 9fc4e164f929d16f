-- Totals of tags leave out posts of a section that is off from the moment the settings are saved, like lists of posts do
-- (docs/decisions/170-totals-of-tags.md).

-- In the order in which posts are saved. Otherwise, this migration and a post with tags could wait for each other.
lock table post_tags, tags in access exclusive mode;

-- The long-form posts among `post_count`, which is counted again, too.
alter table tags add column article_count int not null default 0 check (article_count between 0 and post_count);
update tags set post_count = counted.posts, article_count = counted.articles from (
  select tag_id, count(*)::int as posts, count(*) filter (where is_long_form)::int as articles
  from post_tags where not is_withheld group by tag_id) as counted
where id = tag_id;

create or replace function tags_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.is_withheld then
    update tags set post_count = post_count - 1, article_count = article_count - old.is_long_form::int
    where id = old.tag_id;
  end if;
  if tg_op <> 'DELETE' and not new.is_withheld then
    update tags set post_count = post_count + 1, article_count = article_count + new.is_long_form::int
    where id = new.tag_id;
  end if;
  return null;
end $$;
drop trigger tags_counted_again on post_tags;
create trigger tags_counted_again after update on post_tags for each row
  when (old.is_withheld <> new.is_withheld or old.is_long_form <> new.is_long_form) execute function tags_count();

-- Tags are counted from this index alone.
drop index tags_popular;
create index tags_popular on tags (post_count desc, name) include (article_count) where post_count > 0;

-- Tags with their visible posts. `stored_post_count` also counts posts that are about to be withheld.
create view shown_tags as
  select id, name, post_count as stored_post_count,
    (post_count - article_count) * has_feed::int + article_count * has_blog::int as post_count
  from tags cross join (
    select 0 <> all (array(select hidden.is_long_form from hidden_post_kinds hidden)) as has_feed,
      1 <> all (array(select hidden.is_long_form from hidden_post_kinds hidden)) as has_blog) as sections;
