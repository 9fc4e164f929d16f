-- The number of comments and webmentions per owner and status, so that the moderation queue does not count them. Updated
-- by triggers. While this migration runs, comments and webmentions can be read but not written.
create table moderation_counts (
  owner_id int not null references all_members on delete cascade,
  kind text not null check (kind in ('comment', 'webmention')),
  status text not null,
  item_count int not null,
  primary key (owner_id, kind, status)
) with (fillfactor = 80);

create function change_moderation_count(changed_kind text, changed_owner int, changed_status text, change int)
returns void language sql as $$
  insert into moderation_counts as counts (owner_id, kind, status, item_count)
  values (changed_owner, changed_kind, changed_status, change)
  on conflict (owner_id, kind, status) do update set item_count = counts.item_count + excluded.item_count
$$;

-- Once per statement and in a fixed order, so that concurrent changes to many rows cannot deadlock. Deleted comments
-- are not in the queue. Counts of 0 are removed, because they would name members after their accounts are deleted.
create function comments_counted_for_moderation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform change_moderation_count('comment', owner_id, status, change) from (
      select owner_id, status, count(*)::int as change from added where not is_withheld and status <> 'deleted'
      group by 1, 2 order by 1, 2) as changes;
  elsif tg_op = 'DELETE' then
    perform change_moderation_count('comment', owner_id, status, change) from (
      select owner_id, status, -count(*)::int as change from removed where not is_withheld and status <> 'deleted'
      group by 1, 2 order by 1, 2) as changes;
  else
    perform change_moderation_count('comment', owner_id, status, change) from (
      select owner_id, status, sum(part)::int as change from (
        select owner_id, status, 1 as part from added where not is_withheld and status <> 'deleted'
        union all select owner_id, status, -1 from removed where not is_withheld and status <> 'deleted') as parts
      group by 1, 2 having sum(part) <> 0 order by 1, 2) as changes;
  end if;
  if tg_op <> 'INSERT' then
    delete from moderation_counts where item_count = 0 and owner_id in (select owner_id from removed);
  end if;
  return null;
end $$;
create trigger new_comments_counted_for_moderation after insert on all_comments referencing new table as added
  for each statement execute function comments_counted_for_moderation();
create trigger removed_comments_counted_for_moderation after delete on all_comments referencing old table as removed
  for each statement execute function comments_counted_for_moderation();
create trigger changed_comments_counted_for_moderation after update on all_comments
  referencing old table as removed new table as added
  for each statement execute function comments_counted_for_moderation();

create function webmentions_counted_for_moderation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform change_moderation_count('webmention', owner_id, status, change) from (
      select owner_id, status, count(*)::int as change from added where state = 'verified' and status <> 'deleted'
      group by 1, 2 order by 1, 2) as changes;
  elsif tg_op = 'DELETE' then
    perform change_moderation_count('webmention', owner_id, status, change) from (
      select owner_id, status, -count(*)::int as change from removed where state = 'verified' and status <> 'deleted'
      group by 1, 2 order by 1, 2) as changes;
  else
    perform change_moderation_count('webmention', owner_id, status, change) from (
      select owner_id, status, sum(part)::int as change from (
        select owner_id, status, 1 as part from added where state = 'verified' and status <> 'deleted'
        union all select owner_id, status, -1 from removed where state = 'verified' and status <> 'deleted') as parts
      group by 1, 2 having sum(part) <> 0 order by 1, 2) as changes;
  end if;
  if tg_op <> 'INSERT' then
    delete from moderation_counts where item_count = 0 and owner_id in (select owner_id from removed);
  end if;
  return null;
end $$;
create trigger new_webmentions_counted_for_moderation after insert on webmentions referencing new table as added
  for each statement execute function webmentions_counted_for_moderation();
create trigger removed_webmentions_counted_for_moderation after delete on webmentions referencing old table as removed
  for each statement execute function webmentions_counted_for_moderation();
create trigger changed_webmentions_counted_for_moderation after update on webmentions
  referencing old table as removed new table as added
  for each statement execute function webmentions_counted_for_moderation();

insert into moderation_counts (owner_id, kind, status, item_count)
select owner_id, 'comment', status, count(*) from all_comments where not is_withheld and status <> 'deleted' group by 1, 3
union all
select owner_id, 'webmention', status, count(*) from webmentions where state = 'verified' and status <> 'deleted' group by 1, 3;
