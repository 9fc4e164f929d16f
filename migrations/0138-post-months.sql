-- The number of visible posts per month (in UTC) of each category, member, and tag, so that pages in the middle of a long
-- list skip whole months instead of reading them (docs/decisions/179-counts-by-month.md). While this migration runs, posts
-- can be read but not written: for 3 seconds with a million posts.
create table post_months (
  list text not null check (list in ('category', 'member', 'tag')),
  list_id int not null,
  is_long_form boolean not null,
  month date not null,
  post_count int not null,
  primary key (list, list_id, month, is_long_form)
) with (fillfactor = 80);

create function month_of(at timestamptz) returns date language sql immutable parallel safe
  return date_trunc('month', at at time zone 'UTC')::date;

-- Each statement changes counts in the order of the primary key. Counts of 0 are removed, because they would
-- name members after their accounts are deleted.
create function change_post_months(changes post_months[]) returns void language plpgsql as $$
begin
  insert into post_months as counts (list, list_id, is_long_form, month, post_count)
  select list, list_id, is_long_form, month, sum(post_count) from unnest(changes)
  group by list, list_id, month, is_long_form having sum(post_count) <> 0 order by list, list_id, month, is_long_form
  on conflict (list, list_id, month, is_long_form) do update set post_count = counts.post_count + excluded.post_count;
  if found then
    delete from post_months using (select distinct list, list_id, month from unnest(changes) where post_count < 0) as changed
    where (post_months.list, post_months.list_id, post_months.month) = (changed.list, changed.list_id, changed.month)
      and post_months.post_count = 0;
  end if;
end $$;

create function count_months_of_posts() returns trigger language plpgsql as $$
declare
  changes post_months[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(
      select (list, list_id, is_long_form, month_of(created_at), count(*))::post_months
      from added cross join lateral (values ('category', category_id), ('member', member_id)) as lists (list, list_id)
      where not is_withheld group by list, list_id, is_long_form, month_of(created_at));
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(
      select (list, list_id, is_long_form, month_of(created_at), -count(*))::post_months
      from removed cross join lateral (values ('category', category_id), ('member', member_id)) as lists (list, list_id)
      where not is_withheld group by list, list_id, is_long_form, month_of(created_at));
  end if;
  perform change_post_months(changes);
  return null;
end $$;
create trigger months_of_new_posts after insert on all_posts referencing new table as added
  for each statement execute function count_months_of_posts();
create trigger months_of_removed_posts after delete on all_posts referencing old table as removed
  for each statement execute function count_months_of_posts();
create trigger months_of_changed_posts after update on all_posts referencing old table as removed new table as added
  for each statement execute function count_months_of_posts();

create function count_months_of_tags() returns trigger language plpgsql as $$
declare
  changes post_months[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(
      select ('tag', tag_id, is_long_form, month_of(created_at), count(*))::post_months
      from added where not is_withheld group by tag_id, is_long_form, month_of(created_at));
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(
      select ('tag', tag_id, is_long_form, month_of(created_at), -count(*))::post_months
      from removed where not is_withheld group by tag_id, is_long_form, month_of(created_at));
  end if;
  perform change_post_months(changes);
  return null;
end $$;
create trigger months_of_new_tags after insert on post_tags referencing new table as added
  for each statement execute function count_months_of_tags();
create trigger months_of_removed_tags after delete on post_tags referencing old table as removed
  for each statement execute function count_months_of_tags();
create trigger months_of_changed_tags after update on post_tags referencing old table as removed new table as added
  for each statement execute function count_months_of_tags();

insert into post_months (list, list_id, is_long_form, month, post_count)
select 'category', category_id, is_long_form, month_of(created_at), count(*)
from all_posts where not is_withheld group by 2, 3, 4
union all
select 'member', member_id, is_long_form, month_of(created_at), count(*)
from all_posts where not is_withheld group by 2, 3, 4
union all
select 'tag', tag_id, is_long_form, month_of(created_at), count(*)
from post_tags where not is_withheld group by 2, 3, 4;
