-- Livestreams, each with its id at the streaming provider.
create table all_livestreams (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  provider text not null check (provider in ('embedded', 'mux')),
  provider_id text not null,
  playback_id text not null,
  -- Whether playback needs no signed URL; as created, whatever the stream has become since.
  is_playback_public boolean not null,
  -- Allows broadcasting, so only the owner may see it.
  stream_key text not null,
  title text not null,
  description text not null,
  is_public boolean not null,
  status text not null default 'idle',
  -- The encoder has disconnected during a broadcast and may return.
  is_interrupted boolean not null default false,
  -- When the provider changed status and interruption: older events arrive late and are ignored.
  state_at timestamptz(3) not null default now(),
  -- Of the last broadcast.
  started_at timestamptz(3),
  ended_at timestamptz(3),
  -- The scheduled start.
  scheduled_at timestamptz(3),
  max_viewers int not null default 0 check (max_viewers >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Until then, one call is changing it at the provider, and others wait.
  held_until timestamptz(3),
  unique (provider, provider_id)
);
create index livestreams_of_member on all_livestreams (member_id, id desc);
create index livestreams_active on all_livestreams (started_at desc nulls last, id desc)
  where is_public and status = 'active';
create index livestreams_upcoming on all_livestreams (scheduled_at, id) where is_public and status <> 'active';
create index livestreams_newest on all_livestreams (created_at desc, id desc) where is_public and status <> 'active';
-- Checked every minute.
create index livestreams_broadcasting on all_livestreams (id) where status = 'active';
create index livestreams_changed on all_livestreams (state_at);

-- Without those of hidden members.
create view livestreams as select * from all_livestreams
  where exists (select from members where members.id = all_livestreams.member_id);
