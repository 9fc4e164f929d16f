-- Sponsorship tiers. Money is in whole cents everywhere.
create table sponsor_tiers (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  name text not null,
  amount_cents int not null check (amount_cents > 0),
  description text not null default '',
  benefits text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);
create index sponsor_tiers_of_member on sponsor_tiers (member_id, amount_cents, id);

-- One per member. `own_current`: the amount raised, as entered by the member; null: the sum of sponsorships.
create table sponsor_goals (
  id int generated always as identity primary key,
  member_id int not null unique references all_members on delete cascade,
  title text not null,
  amount int not null check (amount > 0),
  own_current int check (own_current >= 0),
  description text not null default '',
  created_at timestamptz(3) not null default now()
);

-- Sponsors of members. Nothing that could identify a private sponsor is stored.
create table sponsors (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  source text not null check (source in ('manual', 'github', 'import')),
  -- A hash of the sponsor’s identity on the platform; null for manual entries.
  external_key bytea,
  display_name text,
  username text,
  picture text,
  profile_url text,
  -- Null: unknown. 0: one-time.
  monthly_cents int check (monthly_cents >= 0),
  -- The first day of the first month; null: unknown.
  since date,
  is_private boolean not null,
  is_active boolean not null default true,
  -- For GitHub: when the sponsor’s latest known sponsorship began.
  began_at timestamptz(3),
  changed_at timestamptz(3) not null default now(),
  check ((external_key is null) = (source = 'manual')),
  check (not is_private or num_nonnulls(display_name, username, picture, profile_url) = 0),
  unique (member_id, source, external_key)
);
-- Public sponsors first, newest first.
create index sponsors_listed on sponsors (member_id, is_private, id desc) where is_active;
-- Sponsors’ pictures on other sites are fetched only while a sponsor uses them.
create index sponsors_picture on sponsors using hash (picture) where is_active and picture is not null;

-- The number of a member’s active sponsors, and their monthly total. Updated by statement triggers.
create table sponsor_counts (
  member_id int primary key references all_members on delete cascade,
  sponsor_count int not null check (sponsor_count >= 0),
  monthly_cents bigint not null check (monthly_cents >= 0)
) with (fillfactor = 80);

create function sponsors_added() returns trigger language plpgsql as $$
begin
  insert into sponsor_counts as counts (member_id, sponsor_count, monthly_cents)
  select member_id, count(*), coalesce(sum(monthly_cents), 0) from added where is_active group by 1 order by 1
  on conflict (member_id) do update set sponsor_count = counts.sponsor_count + excluded.sponsor_count,
    monthly_cents = counts.monthly_cents + excluded.monthly_cents;
  return null;
end $$;
create trigger sponsors_added after insert on sponsors referencing new table as added
  for each statement execute function sponsors_added();

create function sponsors_changed() returns trigger language plpgsql as $$
begin
  insert into sponsor_counts (member_id, sponsor_count, monthly_cents)
  select distinct member_id, 0, 0 from after where is_active order by 1 on conflict do nothing;
  update sponsor_counts counts set sponsor_count = counts.sponsor_count + moved.sponsors,
    monthly_cents = counts.monthly_cents + moved.cents
  from (
    select member_id, sum(sponsors) as sponsors, sum(cents) as cents from (
      select member_id, 1 as sponsors, coalesce(monthly_cents, 0) as cents from after where is_active
      union all select member_id, -1, -coalesce(monthly_cents, 0) from before where is_active) as sides
    group by 1) as moved
  where counts.member_id = moved.member_id;
  return null;
end $$;
create trigger sponsors_changed after update on sponsors referencing old table as before new table as after
  for each statement execute function sponsors_changed();

create function sponsors_gone() returns trigger language plpgsql as $$
begin
  update sponsor_counts counts set sponsor_count = counts.sponsor_count - left_over.sponsors,
    monthly_cents = counts.monthly_cents - left_over.cents
  from (select member_id, count(*) as sponsors, coalesce(sum(monthly_cents), 0) as cents from gone where is_active
    group by 1) as left_over
  where counts.member_id = left_over.member_id;
  return null;
end $$;
create trigger sponsors_gone after delete on sponsors referencing old table as gone
  for each statement execute function sponsors_gone();

-- Sponsorship deliveries from GitHub, so that each is processed only once.
create table sponsor_deliveries (
  id text primary key,
  received_at timestamptz(3) not null default now()
);
create index sponsor_deliveries_received on sponsor_deliveries (received_at);
