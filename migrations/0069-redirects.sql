-- Redirects from old URLs, applied before a 404 is sent. Each process reads the whole table into memory.
create table redirects (
  id int generated always as identity primary key,
  -- As entered: '/old', '/old/*', '/?p=123'.
  from_path text not null check (length(from_path) between 1 and 2000),
  -- `from_path` normalized: rules with the same key would match the same requests.
  match_key text not null unique check (length(match_key) <= 600),
  target text not null check (length(target) between 1 and 2000),
  origin text not null check (origin in ('manual', 'import')),
  -- Who saved it last; null for imports and deleted accounts.
  member_id int references all_members,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index redirects_of_member on redirects (member_id) where member_id is not null;

-- An administrator’s latest check of old URLs.
create table address_checks (
  id int generated always as identity primary key,
  member_id int references all_members,
  -- The sitemap whose URLs are checked; null if they were entered.
  sitemap_url text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Why the URLs could not be read.
  problem text,
  created_at timestamptz(3) not null default now()
);
create index address_checks_of_member on address_checks (member_id) where member_id is not null;

-- `outcome`: null until the URL has been checked.
create table checked_addresses (
  check_id int not null references address_checks on delete cascade,
  place int not null,
  address text not null,
  is_ok boolean,
  outcome jsonb,
  primary key (check_id, place),
  check ((is_ok is null) = (outcome is null))
);
create index checked_addresses_failed on checked_addresses (check_id, place) where not is_ok;
create index checked_addresses_waiting on checked_addresses (check_id, place) where is_ok is null;
