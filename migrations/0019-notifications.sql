-- Notifications: one unread entry per member, kind, and post, regardless of how many members caused it. `placed_at`:
-- `updated_at` rounded down to ten seconds. It orders the entries, so that most of many concurrent likes update no
-- index.
create table notifications (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  kind text not null check (kind in ('follow', 'like', 'comment', 'mention', 'reply')),
  post_id int references all_posts on delete cascade,
  event_count int not null default 1,
  updated_at timestamptz(3) not null,
  placed_at timestamptz(3) not null,
  read_at timestamptz(3)
) with (fillfactor = 70);
create unique index notifications_unread on notifications (member_id, kind, post_id) nulls not distinct
  where read_at is null;
create index notifications_newest on notifications (member_id, placed_at desc, id desc);
create index notifications_of_post on notifications (post_id) where post_id is not null;
create index notifications_read on notifications (read_at) where read_at is not null;

-- The events of an entry. The key makes repeats a no-op, even after the entry was read. `source_id`: the member who
-- follows or likes, or the comment or mention. `post_id` is 0 for events that are not about a post. An actor is a
-- member or, from other sites, a name. There is no foreign key, so that deleting a member costs nothing here.
create table notification_events (
  member_id int not null,
  kind text not null,
  post_id int not null,
  source_id int not null,
  notification_id int not null references notifications on delete cascade,
  actor_id int,
  actor_name text,
  created_at timestamptz(3) not null,
  primary key (member_id, kind, post_id, source_id)
);
create index notification_events_newest on notification_events (notification_id, created_at desc, source_id desc);

-- Separate from the member and narrow, because browsers read it constantly.
create table notification_counts (
  member_id int primary key references all_members on delete cascade,
  total int not null check (total >= 0),
  unread int not null check (unread >= 0)
) with (fillfactor = 80);

-- Members without a row get all notifications on the site and none by email. `digest_at`: when the last digest was
-- sent.
create table notification_settings (
  member_id int primary key references all_members on delete cascade,
  muted text[] not null default '{}',
  emailed text[] not null default '{}',
  digest_at timestamptz(3)
);
create index notification_settings_emailed on notification_settings (member_id) where emailed <> '{}';

-- Notifies `told` of what `actor` did, in the transaction of that action. All changes to entries take locks in the
-- order entry, event, count, so that they cannot deadlock.
create function notification_tell(
  told int, what text, about_post int, source int, actor int, foreign_name text default null
) returns void language plpgsql as $$
declare
  at timestamptz(3) := clock_timestamp();
  entry int;
  is_new boolean;
begin
  if told = actor or exists (select from mutes where member_id = told and muted_id = actor)
    or exists (select from notification_settings where member_id = told and what = any (muted)) then
    return;
  end if;
  insert into notifications as present (member_id, kind, post_id, updated_at, placed_at)
  values (told, what, about_post, at, date_bin('10 seconds', at, 'epoch'))
  on conflict (member_id, kind, post_id) where read_at is null do update set event_count = present.event_count + 1,
    updated_at = greatest(excluded.updated_at, present.updated_at + interval '1 millisecond'),
    placed_at = greatest(excluded.placed_at, present.placed_at)
  returning present.id, present.event_count = 1 into entry, is_new;
  insert into notification_events
    (member_id, kind, post_id, source_id, notification_id, actor_id, actor_name, created_at)
  values (told, what, coalesce(about_post, 0), source, entry, actor, case when actor is null then foreign_name end, at);
  if is_new then
    insert into notification_counts as counts (member_id, total, unread) values (told, 1, 1)
    on conflict (member_id) do update set total = counts.total + 1, unread = counts.unread + 1;
  end if;
exception when unique_violation then -- already notified: undoes everything above
end $$;

-- Removes the event while its entry is unread. Read entries stay.
create function notification_take_back(told int, what text, about_post int, source int)
returns void language plpgsql as $$
declare
  entry int;
begin
  select id into entry from notifications where read_at is null and id = (
    select notification_id from notification_events
    where member_id = told and kind = what and post_id = coalesce(about_post, 0) and source_id = source)
  for update;
  delete from notification_events where notification_id = entry
    and member_id = told and kind = what and post_id = coalesce(about_post, 0) and source_id = source;
  if found then
    update notifications set event_count = event_count - 1 where id = entry;
    delete from notifications where id = entry and event_count = 0;
  end if;
end $$;

-- Entries are deleted for many reasons, such as the deletion of their post or member. This keeps the counts in sync.
create function notification_count_gone() returns trigger language plpgsql as $$
begin
  with deltas as (
    select member_id, count(*) as total, count(*) filter (where read_at is null) as unread from gone group by member_id),
  held as (
    select counts.member_id, deltas.total, deltas.unread from notification_counts counts join deltas using (member_id)
    order by counts.member_id for update of counts)
  update notification_counts counts set total = counts.total - held.total, unread = counts.unread - held.unread
  from held where counts.member_id = held.member_id;
  return null;
end $$;
create trigger notifications_gone after delete on notifications referencing old table as gone
  for each statement execute function notification_count_gone();

-- The triggers that create notifications. A new kind needs its own pair of triggers on its table.
create function notification_of_like() returns trigger language plpgsql as $$
begin
  perform notification_tell(post.member_id, 'like', post.id, liked.member_id, liked.member_id)
  from liked join posts post on post.id = liked.post_id order by post.member_id, post.id;
  return null;
end $$;
create function notification_of_unlike() returns trigger language plpgsql as $$
begin
  perform notification_take_back(post.member_id, 'like', post.id, unliked.member_id)
  from unliked join posts post on post.id = unliked.post_id order by post.member_id, post.id;
  return null;
end $$;
create trigger notify_of_like after insert on likes referencing new table as liked
  for each statement execute function notification_of_like();
create trigger notify_of_unlike after delete on likes referencing old table as unliked
  for each statement execute function notification_of_unlike();

create function notification_of_follow() returns trigger language plpgsql as $$
begin
  perform notification_tell(following_id, 'follow', null, follower_id, follower_id) from followed order by following_id;
  return null;
end $$;
create function notification_of_unfollow() returns trigger language plpgsql as $$
begin
  perform notification_take_back(following_id, 'follow', null, follower_id) from unfollowed order by following_id;
  return null;
end $$;
create trigger notify_of_follow after insert on follows referencing new table as followed
  for each statement execute function notification_of_follow();
create trigger notify_of_unfollow after delete on follows referencing old table as unfollowed
  for each statement execute function notification_of_unfollow();
