-- Browsers that get a member's notifications through a push service. `p256dh` and `auth` encrypt messages to the browser.
-- `server_key`: the site's public key at that time; push services reject messages that are signed with another one.
create table push_devices (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  server_key text not null,
  name text not null,
  locale text not null,
  created_at timestamptz(3) not null default now(),
  last_sent_at timestamptz(3),
  postponed_until timestamptz(3)
);
create index push_devices_of_member on push_devices (member_id, id);

-- The kinds that are not sent to the member's devices.
alter table notification_settings add column silent text[] not null default '{}';

-- As before, and adds a job that sends the notification to the member's devices: after a few seconds, so that it includes
-- events that follow at once, and then at most once a minute until the notification is read. The job's name and payload
-- are those of `pushNotification` in pushes.ts.
create or replace function notification_tell(
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
  if exists (select from push_devices where member_id = told)
    and not exists (select from notification_settings where member_id = told and what = any (silent)) then
    perform graphile_worker.add_job('notifications.push', json_build_object('notificationId', entry),
      run_at => now() + case when is_new then interval '3 seconds' else interval '1 minute' end,
      max_attempts => 5, job_key => 'notifications.push ' || entry, job_key_mode => 'preserve_run_at');
  end if;
exception when unique_violation then -- already notified: undoes everything above
end $$;
