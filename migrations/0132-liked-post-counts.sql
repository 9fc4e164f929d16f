-- The number of visible posts with likes, so that the popular feed does not count them (docs/decisions/171-liked-posts.md).
-- Updated by triggers. While this migration runs, posts can neither be read nor written.

-- In the order in which posts are saved. Otherwise, this migration and a new post could wait for each other. Likes that
-- are added meanwhile would be missing from the counts.
lock table all_posts, like_counts, member_post_counts in access exclusive mode;

-- For members who have muted the author.
alter table member_post_counts add column liked_count int not null default 0;
create or replace view shown_post_counts as
  select * from member_post_counts
  where is_long_form::int <> all (array(select hidden.is_long_form from hidden_post_kinds hidden));

-- Totals of the site, each split by author into 16 rows, so that likes seldom wait for each other.
create table liked_post_totals (
  is_long_form boolean not null,
  category_id int not null references post_categories,
  part int not null,
  post_count int not null,
  primary key (is_long_form, category_id, part)
) with (fillfactor = 80);

update member_post_counts counts set liked_count = liked.posts from (
  select member_id, is_long_form, category_id, count(*)::int as posts from like_counts
  where like_count > 0 and not is_withheld group by 1, 2, 3) as liked
where (counts.member_id, counts.is_long_form, counts.category_id) = (liked.member_id, liked.is_long_form, liked.category_id);
insert into liked_post_totals (is_long_form, category_id, part, post_count)
select is_long_form, category_id, member_id % 16, sum(liked_count) from member_post_counts group by 1, 2, 3;

create function total_liked_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into liked_post_totals as totals (is_long_form, category_id, part, post_count)
    select is_long_form, category_id, member_id % 16, sum(liked_count) from added
    group by 1, 2, 3 having sum(liked_count) <> 0 order by 1, 2, 3
    on conflict (is_long_form, category_id, part) do update set post_count = totals.post_count + excluded.post_count;
  else
    insert into liked_post_totals as totals (is_long_form, category_id, part, post_count)
    select is_long_form, category_id, member_id % 16, sum(change) from (
      select member_id, is_long_form, category_id, liked_count as change from added
      union all select member_id, is_long_form, category_id, -liked_count from removed) as changes
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (is_long_form, category_id, part) do update set post_count = totals.post_count + excluded.post_count;
  end if;
  return null;
end $$;
create trigger new_liked_posts_totaled after insert on member_post_counts referencing new table as added
  for each statement execute function total_liked_posts();
create trigger changed_liked_posts_totaled after update on member_post_counts
  referencing old table as removed new table as added
  for each statement execute function total_liked_posts();

-- Only a post's first like and the removal of its last one change counts.
create function count_liked_posts() returns trigger language plpgsql as $$
declare
  changed int[];
begin
  if tg_op = 'INSERT' then
    changed := array(select post_id from added where like_count > 0);
  else
    changed := array(
      select post_id from (
        select post_id, (like_count > 0)::int as change from added
        union all select post_id, -(like_count > 0)::int from removed) as changes
      group by 1 having sum(change) <> 0);
  end if;
  if changed = '{}' then return null; end if;
  with changes as (
    select member_id, is_long_form, category_id, sum(case when like_count > 0 then 1 else -1 end)::int as change
    from like_counts where post_id = any (changed) and not is_withheld group by 1, 2, 3),
  held as (
    select member_id, is_long_form, category_id, change
    from member_post_counts counts join changes using (member_id, is_long_form, category_id)
    order by 1, 2, 3 for update of counts)
  update member_post_counts counts set liked_count = liked_count + change from held
  where (counts.member_id, counts.is_long_form, counts.category_id) = (held.member_id, held.is_long_form, held.category_id);
  return null;
end $$;
create trigger new_likes_counted after insert on like_counts referencing new table as added
  for each statement execute function count_liked_posts();
create trigger changed_likes_counted after update on like_counts referencing old table as removed new table as added
  for each statement execute function count_liked_posts();

-- Posts that are hidden, moved, or removed are counted with the other posts of the same statement. So their
-- `like_counts` are removed here, too: a cascade would remove them one by one, and earlier. Plans are made once, often for
-- a single post, and must also suit thousands: the array and the subquery are read from an index, and nothing is joined.
create or replace function uncount_posts_of_members() returns trigger language plpgsql as $$
begin
  with unliked as (
    delete from like_counts where post_id = any (array(select id from removed))
    returning member_id, is_long_form, category_id, like_count, is_withheld),
  gone as (
    select member_id, is_long_form, category_id, sum(posts)::int as posts, sum(liked)::int as liked from (
      select member_id, is_long_form, category_id, 1 as posts, 0 as liked from removed where not is_withheld
      union all select member_id, is_long_form, category_id, 0, 1 from unliked where like_count > 0 and not is_withheld
    ) as rows group by 1, 2, 3),
  held as (
    select member_id, is_long_form, category_id, posts, liked
    from member_post_counts counts join gone using (member_id, is_long_form, category_id)
    order by 1, 2, 3 for update of counts)
  update member_post_counts counts set post_count = post_count - posts, liked_count = liked_count - liked from held
  where (counts.member_id, counts.is_long_form, counts.category_id) = (held.member_id, held.is_long_form, held.category_id);
  delete from member_post_counts where post_count = 0 and member_id in (select member_id from removed);
  return null;
end $$;
create or replace function recount_posts_of_members() returns trigger language plpgsql as $$
begin
  with moved as (
    select member_id, is_long_form, category_id, sum(change) as change,
      coalesce((select like_count from like_counts where post_id = id), 0) > 0 as is_liked
    from (
      select id, member_id, is_long_form, category_id, 1 as change from added where not is_withheld
      union all select id, member_id, is_long_form, category_id, -1 from removed where not is_withheld) as changes
    group by id, 1, 2, 3 having sum(change) <> 0)
  insert into member_post_counts as counts (member_id, is_long_form, category_id, post_count, liked_count)
  select member_id, is_long_form, category_id, sum(change), coalesce(sum(change) filter (where is_liked), 0) from moved
  group by 1, 2, 3 having sum(change) <> 0 or sum(change) filter (where is_liked) <> 0 order by 1, 2, 3
  on conflict (member_id, is_long_form, category_id) do update
    set post_count = counts.post_count + excluded.post_count, liked_count = counts.liked_count + excluded.liked_count;
  delete from member_post_counts where post_count = 0 and member_id in (select member_id from removed);
  return null;
end $$;

alter table like_counts
  drop constraint like_counts_post_id_is_long_form_category_id_created_at_is_fkey,
  add foreign key (post_id, is_long_form, category_id, created_at, is_withheld)
    references all_posts (id, is_long_form, category_id, created_at, is_withheld)
    on update cascade deferrable initially deferred;
