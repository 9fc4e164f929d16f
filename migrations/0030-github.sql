-- Accounts on GitHub that members have named on their profiles. One is current, or none; the others keep what was read of
-- them, unseen, for the case that the member names them again.
create table github_accounts (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  -- As the member wrote it.
  username text not null,
  is_current boolean not null,
  -- Who GitHub says that is, and when it said so.
  github_id bigint,
  login text,
  named_at timestamptz(3),
  events_etag text,
  repositories_etag text,
  -- The hundred that changed last, as the contract has them.
  repositories jsonb not null default '[]',
  -- The first day of which everything is known.
  covered_since date,
  synced_at timestamptz(3),
  -- When what is asked for once a day was.
  repositories_at timestamptz(3),
  calendar_at timestamptz(3),
  -- Before it GitHub does not want to be asked for the events again.
  not_before timestamptz(3),
  -- What came of the last try, when it failed, and how often in a row it did.
  failure_code text,
  failure_message text,
  retry_at timestamptz(3),
  failures int not null default 0,
  -- When it is read next; null: never of itself.
  due_at timestamptz(3)
) with (fillfactor = 80);
create unique index github_accounts_named on github_accounts (member_id, lower(username));
create unique index github_accounts_current on github_accounts (member_id) where is_current;
create index github_accounts_due on github_accounts (due_at) where due_at is not null;
create index github_accounts_limited on github_accounts (retry_at) where failure_code = 'limit';
-- Whose a delivery is.
create index github_accounts_by_github_id on github_accounts (github_id) where is_current;
create index github_accounts_by_login on github_accounts (lower(coalesce(login, username))) where is_current;

-- What has been done, for ever. GitHub itself forgets after thirty days.
create table github_events (
  id int generated always as identity primary key,
  account_id int not null references github_accounts on delete cascade,
  -- GitHub's own; null while a delivery alone has told of it.
  github_id text,
  -- As GitHub has it: PushEvent.
  type text not null,
  -- As this site shows it; null: it is counted and not listed.
  activity_type text,
  repo_name text not null,
  details text not null,
  url text not null,
  -- What a delivery and the list have in common of the same event; null where it is not listed.
  key text,
  created_at timestamptz(3) not null,
  -- What is searched. A column, so that PostgreSQL knows how common words are: searching from the newest on is right for
  -- all but the rarest.
  words text generated always as (lower(repo_name || ' ' || details || ' ' || coalesce(activity_type, ''))) stored,
  unique (account_id, github_id)
);
create index github_events_in_time on github_events (account_id, created_at, id);

-- How many of each kind on each day, in UTC. Counted by the statements that add events.
create table github_day_counts (
  account_id int not null references github_accounts on delete cascade,
  day date not null,
  type text not null,
  event_count int not null,
  primary key (account_id, day, type)
) with (fillfactor = 80);

-- The contributions of a day that is over, from GitHub's own calendar.
create table github_calendar_days (
  account_id int not null references github_accounts on delete cascade,
  day date not null,
  contribution_count int not null,
  primary key (account_id, day)
);

-- Deliveries that have been taken: one comes twice under its id, or as the same bytes under another.
create table github_deliveries (
  delivery_id text primary key,
  signature text not null unique,
  received_at timestamptz(3) not null
);
create index github_deliveries_received on github_deliveries (received_at);

-- The account follows the profile, whoever writes that; whoever wants it read at once has a job do it.
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
