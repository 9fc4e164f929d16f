-- Webmentions. A row is created on receipt. It is shown once the source has been verified and the mention approved, by
-- a moderator or based on an earlier approval.
create table webmentions (
  id int generated always as identity primary key,
  -- The random key of its status page.
  key uuid not null unique default gen_random_uuid(),
  -- Both exactly as received.
  source_url text not null,
  target_url text not null,
  source_host text not null,
  -- The target page without a fragment.
  target_path text not null,
  -- The target page’s owner, and its post unless it is a profile or the home page.
  owner_id int not null references all_members,
  post_id int references all_posts on delete cascade,
  -- `waiting`: not fetched yet. `gone`: used to have the link. Temporary failures leave a mention verified.
  state text not null default 'waiting' check (state in ('waiting', 'verified', 'refused', 'gone')),
  -- Why it was rejected or removed, or why the last fetch failed, as text for people.
  failure text,
  type text not null default 'mention'
    check (type in ('mention', 'in-reply-to', 'like-of', 'repost-of', 'bookmark-of', 'rsvp')),
  author_name text not null default '',
  author_url text not null default '',
  -- The URL of our copy.
  author_photo text,
  title text not null default '',
  content text not null default '',
  content_html text not null default '',
  -- The URL to link to: the entry’s own, otherwise the source.
  url text not null default '',
  published_at timestamptz(3),
  status text not null default 'pending' check (status in ('pending', 'approved', 'spam', 'deleted')),
  created_at timestamptz(3) not null default now(),
  received_at timestamptz(3) not null default now(),
  verified_at timestamptz(3),
  -- When the source is fetched again, and the number of consecutive failures.
  check_at timestamptz(3),
  failures int not null default 0,
  moderated_at timestamptz(3),
  moderated_by int references all_members on delete set null,
  unique (source_url, target_url)
);

create index webmentions_of_post on webmentions (post_id, coalesce(published_at, created_at), id)
  where status = 'approved' and state = 'verified';
create index webmentions_with_post on webmentions (post_id);
create index webmentions_of_owner on webmentions (owner_id);
create index webmentions_waiting on webmentions (owner_id) where status = 'pending' and state = 'verified';
create index webmentions_queue on webmentions (status, created_at desc, id desc) where state = 'verified';
create index webmentions_queue_of_owner on webmentions (owner_id, status, created_at desc, id desc)
  where state = 'verified';
-- Authors with an earlier approved mention.
create index webmentions_trusted on webmentions (owner_id, source_host, author_url) where status = 'approved';
create index webmentions_due on webmentions (check_at) where check_at is not null;
create index webmentions_unread on webmentions (received_at) where state in ('waiting', 'refused', 'gone');
create index webmentions_photo on webmentions (author_photo) where author_photo is not null;

-- Author pictures, re-encoded to a few kilobytes each, by the hash in their URL.
create table webmention_photos (
  hash bytea primary key,
  bytes bytea not null,
  created_at timestamptz(3) not null default now()
);

-- The number of visible mentions per post, updated by a trigger.
create table webmention_counts (
  post_id int primary key references all_posts on delete cascade,
  webmention_count int not null check (webmention_count >= 0)
) with (fillfactor = 80);

create function webmentions_counted() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.post_id is not null and old.status = 'approved' and old.state = 'verified';
  is_now boolean := tg_op <> 'DELETE' and new.post_id is not null and new.status = 'approved' and new.state = 'verified';
begin
  if is_now and not was then
    insert into webmention_counts as counts (post_id, webmention_count) values (new.post_id, 1)
    on conflict (post_id) do update set webmention_count = counts.webmention_count + 1;
  elsif was and not is_now then
    update webmention_counts set webmention_count = webmention_count - 1 where post_id = old.post_id;
  end if;
  return null;
end $$;
create trigger webmentions_counted after insert or delete or update of status, state on webmentions
  for each row execute function webmentions_counted();

-- Notifies of replies as comments and of all other types as mentions. Ids are negative, because comment ids are
-- positive.
create function webmention_kind(type text) returns text language sql immutable
  return case type when 'in-reply-to' then 'comment' else 'mention' end;

create function webmentions_told() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.post_id is not null and old.status = 'approved' and old.state = 'verified';
  is_now boolean := tg_op <> 'DELETE' and new.post_id is not null and new.status = 'approved' and new.state = 'verified';
  stays boolean := was and is_now and webmention_kind(old.type) = webmention_kind(new.type);
begin
  if was and not stays then
    perform notification_take_back(old.owner_id, webmention_kind(old.type), old.post_id, -old.id);
  end if;
  if is_now and not stays then
    perform notification_tell(new.owner_id, webmention_kind(new.type), new.post_id, -new.id, null,
      coalesce(nullif(new.author_name, ''), new.source_host));
  end if;
  return null;
end $$;
create trigger webmentions_told after insert or delete or update of status, state, type on webmentions
  for each row execute function webmentions_told();
