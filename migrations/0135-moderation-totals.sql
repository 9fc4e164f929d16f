-- The sums of `moderation_counts` over all owners, so that administrators and moderators do not add them up
-- (docs/decisions/173-totals-in-parts.md). While this migration runs, comments and webmentions can be read but not written;
-- with 10,000 owners, it takes less than a second.
create table moderation_totals (
  part int not null,
  kind text not null,
  status text not null,
  item_count int not null,
  primary key (part, kind, status)
) with (fillfactor = 80);

-- Fired after the statement that changes the counts has locked all of them.
create function moderation_count_totaled() returns trigger language plpgsql as $$
declare
  change int := coalesce(new.item_count, 0) - coalesce(old.item_count, 0);
  counted moderation_counts := coalesce(new, old);
begin
  if change <> 0 then
    insert into moderation_totals as totals (part, kind, status, item_count)
    values (counted.owner_id % 16, counted.kind, counted.status, change)
    on conflict (part, kind, status) do update set item_count = totals.item_count + excluded.item_count;
  end if;
  return null;
end $$;
create trigger moderation_counts_totaled after insert or update of item_count or delete on moderation_counts
  for each row execute function moderation_count_totaled();

insert into moderation_totals (part, kind, status, item_count)
select owner_id % 16, kind, status, sum(item_count) from moderation_counts group by 1, 2, 3;

-- One statement changes all counts, in the order of the totals, so that concurrent changes cannot deadlock.
create function change_moderation_counts(changes moderation_counts[]) returns void language sql as $$
  insert into moderation_counts as counts (owner_id, kind, status, item_count)
  select owner_id, kind, status, item_count from unnest(changes) order by owner_id % 16, status, owner_id
  on conflict (owner_id, kind, status) do update set item_count = counts.item_count + excluded.item_count
$$;

create or replace function comments_counted_for_moderation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform change_moderation_counts(array(
      select (owner_id, 'comment', status, count(*))::moderation_counts
      from added where not is_withheld and status <> 'deleted' group by owner_id, status));
  elsif tg_op = 'DELETE' then
    perform change_moderation_counts(array(
      select (owner_id, 'comment', status, -count(*))::moderation_counts
      from removed where not is_withheld and status <> 'deleted' group by owner_id, status));
  else
    perform change_moderation_counts(array(
      select (owner_id, 'comment', status, sum(change))::moderation_counts from (
        select owner_id, status, 1 as change from added where not is_withheld and status <> 'deleted'
        union all select owner_id, status, -1 from removed where not is_withheld and status <> 'deleted') as changes
      group by owner_id, status having sum(change) <> 0));
  end if;
  if tg_op <> 'INSERT' then
    delete from moderation_counts where item_count = 0 and owner_id in (select owner_id from removed);
  end if;
  return null;
end $$;

create or replace function webmentions_counted_for_moderation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform change_moderation_counts(array(
      select (owner_id, 'webmention', status, count(*))::moderation_counts
      from added where state = 'verified' and status <> 'deleted' group by owner_id, status));
  elsif tg_op = 'DELETE' then
    perform change_moderation_counts(array(
      select (owner_id, 'webmention', status, -count(*))::moderation_counts
      from removed where state = 'verified' and status <> 'deleted' group by owner_id, status));
  else
    perform change_moderation_counts(array(
      select (owner_id, 'webmention', status, sum(change))::moderation_counts from (
        select owner_id, status, 1 as change from added where state = 'verified' and status <> 'deleted'
        union all select owner_id, status, -1 from removed where state = 'verified' and status <> 'deleted') as changes
      group by owner_id, status having sum(change) <> 0));
  end if;
  if tg_op <> 'INSERT' then
    delete from moderation_counts where item_count = 0 and owner_id in (select owner_id from removed);
  end if;
  return null;
end $$;
drop function change_moderation_count;
