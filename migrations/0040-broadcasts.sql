-- Where encoders may broadcast to, when this server takes broadcasts in by itself.
create table broadcasts (
  provider_id text primary key,
  -- The key itself is with the livestream, whose owner may see it.
  key_sha256 bytea not null unique,
  playback_id text not null unique,
  is_public boolean not null,
  state text not null default 'idle' check (state in ('active', 'idle', 'disabled')),
  -- What its encoder sent last, as the contract of livestreams has it.
  report jsonb,
  -- Why an encoder was not let in, since the last that was.
  last_refusal text,
  created_at timestamptz(3) not null default now()
);
create index broadcasts_active on broadcasts (provider_id) where state = 'active';

-- Which of the site's processes takes broadcasts in: there is one row at most.
create table ingest_nodes (
  is_only boolean primary key default true check (is_only),
  -- Where the others reach it on this machine.
  address text not null,
  -- Why encoders cannot connect, if that is so.
  fault text
);
