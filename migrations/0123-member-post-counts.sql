-- The number of visible posts per member, so that profiles, lists of members, and feeds of followed members do not
-- count them. Updated by a trigger. While this migration runs, posts can be read but not written.
create table member_post_counts (
  member_id int not null references all_members on delete cascade,
  is_long_form boolean not null,
  category_id int not null references post_categories,
  post_count int not null,
  primary key (member_id, is_long_form, category_id)
) with (fillfactor = 80);

-- Once per statement, in a fixed order, so that concurrent changes to many posts cannot deadlock. Counts of 0 are
-- removed, because they would name members after their accounts are deleted.
create function count_posts_of_members() returns trigger language plpgsql as $$
begin
  insert into member_post_counts as counts (member_id, is_long_form, category_id, post_count)
  select member_id, is_long_form, category_id, count(*) from added where not is_withheld
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (member_id, is_long_form, category_id) do update set post_count = counts.post_count + excluded.post_count;
  return null;
end $$;
create function uncount_posts_of_members() returns trigger language plpgsql as $$
begin
  with gone as (
    select member_id, is_long_form, category_id, count(*)::int as posts from removed where not is_withheld group by 1, 2, 3),
  held as (
    select member_id, is_long_form, category_id, posts
    from member_post_counts counts join gone using (member_id, is_long_form, category_id)
    order by 1, 2, 3 for update of counts)
  update member_post_counts counts set post_count = post_count - posts from held
  where (counts.member_id, counts.is_long_form, counts.category_id) = (held.member_id, held.is_long_form, held.category_id);
  delete from member_post_counts where post_count = 0 and member_id in (select member_id from removed);
  return null;
end $$;
-- Most updates change none of these columns, so the net changes are calculated first.
create function recount_posts_of_members() returns trigger language plpgsql as $$
begin
  insert into member_post_counts as counts (member_id, is_long_form, category_id, post_count)
  select member_id, is_long_form, category_id, sum(change) from (
    select member_id, is_long_form, category_id, 1 as change from added where not is_withheld
    union all select member_id, is_long_form, category_id, -1 from removed where not is_withheld) as changes
  group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
  on conflict (member_id, is_long_form, category_id) do update set post_count = counts.post_count + excluded.post_count;
  delete from member_post_counts where post_count = 0 and member_id in (select member_id from removed);
  return null;
end $$;

create trigger member_posts_added after insert on all_posts referencing new table as added
  for each statement execute function count_posts_of_members();
create trigger member_posts_removed after delete on all_posts referencing old table as removed
  for each statement execute function uncount_posts_of_members();
create trigger member_posts_changed after update on all_posts referencing old table as removed new table as added
  for each statement execute function recount_posts_of_members();

insert into member_post_counts (member_id, is_long_form, category_id, post_count)
select member_id, is_long_form, category_id, count(*) from all_posts where not is_withheld group by 1, 2, 3;

-- Without the kinds of posts whose section is off, like the view `posts`.
create view shown_post_counts as
  select * from member_post_counts
  where is_long_form::int <> all (array(select hidden.is_long_form from hidden_post_kinds hidden));

-- For the time of the last change in the sitemap.
create index posts_changed on all_posts (is_long_form, updated_at desc) where not is_withheld;
