-- Places to broadcast to, each with its name at the provider that takes it in.
create table all_livestreams (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  provider text not null check (provider in ('embedded', 'mux')),
  provider_id text not null,
  playback_id text not null,
  -- Whether players need no signed address; as it was made, whatever the stream has become since.
  is_playback_public boolean not null,
  -- Whoever has it can broadcast: its owner alone is told.
  stream_key text not null,
  title text not null,
  description text not null,
  is_public boolean not null,
  status text not null default 'idle',
  -- The encoder is gone in the middle of a broadcast, and is waited for.
  is_interrupted boolean not null default false,
  -- When status and interruption became so, at the provider: what it tells of earlier times comes late and counts no more.
  state_at timestamptz(3) not null default now(),
  -- Of the last broadcast.
  started_at timestamptz(3),
  ended_at timestamptz(3),
  -- When it is to begin.
  scheduled_at timestamptz(3),
  max_viewers int not null default 0 check (max_viewers >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Until then one call has the provider change it, and others wait.
  held_until timestamptz(3),
  unique (provider, provider_id)
);
create index livestreams_of_member on all_livestreams (member_id, id desc);
create index livestreams_active on all_livestreams (started_at desc nulls last, id desc)
  where is_public and status = 'active';
create index livestreams_upcoming on all_livestreams (scheduled_at, id) where is_public and status <> 'active';
create index livestreams_newest on all_livestreams (created_at desc, id desc) where is_public and status <> 'active';
-- What is looked at every minute, whether it is still so.
create index livestreams_broadcasting on all_livestreams (id) where status = 'active';
create index livestreams_changed on all_livestreams (state_at);

-- Those of members who may not be seen are not there.
create view livestreams as select * from all_livestreams
  where exists (select from members where members.id = all_livestreams.member_id);
