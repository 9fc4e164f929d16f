-- Livestreams, each with its id at the streaming provider.
create table all_livestreams (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  provider text not null check (provider in ('embedded', 'mux')),
  provider_id text not null,
  playback_id text not null,
  -- Whether the playback URL needs no signature; as set on creation, even if the livestream’s visibility has changed
  -- since.
  is_playback_public boolean not null,
  -- Allows broadcasting, so only the owner may see it.
  stream_key text not null,
  title text not null,
  description text not null,
  is_public boolean not null,
  status text not null default 'idle',
  -- The encoder has disconnected during a broadcast and may return.
  is_interrupted boolean not null default false,
  -- When the provider changed status and interruption; older events that arrive late are ignored.
  state_at timestamptz(3) not null default now(),
  -- When the last broadcast started and ended.
  started_at timestamptz(3),
  ended_at timestamptz(3),
  -- The scheduled start.
  scheduled_at timestamptz(3),
  max_viewers int not null default 0 check (max_viewers >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Until then, one call is changing the livestream at the provider, and others wait.
  held_until timestamptz(3),
  unique (provider, provider_id)
);
create index livestreams_of_member on all_livestreams (member_id, id desc);
create index livestreams_active on all_livestreams (started_at desc nulls last, id desc)
  where is_public and status = 'active';
create index livestreams_upcoming on all_livestreams (scheduled_at, id) where is_public and status <> 'active';
create index livestreams_newest on all_livestreams (created_at desc, id desc) where is_public and status <> 'active';
-- For the check that runs every minute.
create index livestreams_broadcasting on all_livestreams (id) where status = 'active';
create index livestreams_changed on all_livestreams (state_at);

-- Excludes livestreams of hidden members.
create view livestreams as select * from all_livestreams
  where exists (select from members where members.id = all_livestreams.member_id);
