-- GitHub accounts that members have entered in their profiles. At most one per member is current; the others keep their
-- data, hidden, in case the member enters them again.
create table github_accounts (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  -- As the member entered it.
  username text not null,
  is_current boolean not null,
  -- The account’s id and login on GitHub, and when they were fetched.
  github_id bigint,
  login text,
  named_at timestamptz(3),
  events_etag text,
  repositories_etag text,
  -- The hundred most recently updated repositories, in the format of the contract.
  repositories jsonb not null default '[]',
  -- The day since which all events are known.
  covered_since date,
  synced_at timestamptz(3),
  -- When the daily data was last fetched.
  repositories_at timestamptz(3),
  calendar_at timestamptz(3),
  -- GitHub’s poll interval: events are not fetched before this time.
  not_before timestamptz(3),
  -- Why the last sync failed, and the number of consecutive failures.
  failure_code text,
  failure_message text,
  retry_at timestamptz(3),
  failures int not null default 0,
  -- When the next sync is due; null: never scheduled.
  due_at timestamptz(3)
) with (fillfactor = 80);
create unique index github_accounts_named on github_accounts (member_id, lower(username));
create unique index github_accounts_current on github_accounts (member_id) where is_current;
create index github_accounts_due on github_accounts (due_at) where due_at is not null;
create index github_accounts_limited on github_accounts (retry_at) where failure_code = 'limit';
-- Finds the account that a delivery is about.
create index github_accounts_by_github_id on github_accounts (github_id) where is_current;
create index github_accounts_by_login on github_accounts (lower(coalesce(login, username))) where is_current;

-- Events, kept permanently. GitHub itself deletes them after thirty days.
create table github_events (
  id int generated always as identity primary key,
  account_id int not null references github_accounts on delete cascade,
  -- GitHub’s id; null while only a webhook delivery has reported it.
  github_id text,
  -- GitHub’s type: PushEvent.
  type text not null,
  -- The type on this site; null if the event is counted but not listed.
  activity_type text,
  repo_name text not null,
  details text not null,
  url text not null,
  -- Identifies the same event in a delivery and in GitHub’s list; null if it is not listed.
  key text,
  created_at timestamptz(3) not null,
  -- The searched text. It is a column, so that PostgreSQL has statistics about common words: scanning from the newest
  -- event is right for all but the rarest words.
  words text generated always as (lower(repo_name || ' ' || details || ' ' || coalesce(activity_type, ''))) stored,
  unique (account_id, github_id)
);
create index github_events_in_time on github_events (account_id, created_at, id);

-- The number of events per kind and day, in UTC. Updated by the statements that add events.
create table github_day_counts (
  account_id int not null references github_accounts on delete cascade,
  day date not null,
  type text not null,
  event_count int not null,
  primary key (account_id, day, type)
) with (fillfactor = 80);

-- The contributions of past days, from GitHub’s own calendar.
create table github_calendar_days (
  account_id int not null references github_accounts on delete cascade,
  day date not null,
  contribution_count int not null,
  primary key (account_id, day)
);

-- Processed deliveries. A repeated delivery has the same id, or the same bytes with another id.
create table github_deliveries (
  delivery_id text primary key,
  signature text not null unique,
  received_at timestamptz(3) not null
);
create index github_deliveries_received on github_deliveries (received_at);

-- Keeps the current account in sync with the profile. Callers that need an immediate sync queue a job.
create function github_account_named() returns trigger language plpgsql as $$
begin
  update github_accounts set is_current = false, due_at = null
  where member_id = new.id and is_current and lower(username) is distinct from lower(new.github_username);
  if new.github_username is not null then
    insert into github_accounts (member_id, username, is_current, due_at)
    values (new.id, new.github_username, true, now() + interval '1 hour')
    on conflict (member_id, lower(username)) do update
      set username = excluded.username, is_current = true, due_at = excluded.due_at, failures = 0;
  end if;
  return null;
end $$;
create trigger github_account_named_first after insert on all_members
  for each row when (new.github_username is not null) execute function github_account_named();
create trigger github_account_named after update of github_username on all_members
  for each row when (new.github_username is distinct from old.github_username)
  execute function github_account_named();

insert into github_accounts (member_id, username, is_current, due_at)
select id, github_username, true, now() from all_members where github_username is not null;
