-- Livestreams of the embedded streaming provider.
create table broadcasts (
  provider_id text primary key,
  -- The key itself is stored with the livestream, whose owner may see it.
  key_sha256 bytea not null unique,
  playback_id text not null unique,
  is_public boolean not null,
  state text not null default 'idle' check (state in ('active', 'idle', 'disabled')),
  -- The latest report about the encoder, in the format of the livestream contract.
  report jsonb,
  -- Why the last encoder was rejected; null if none has been rejected since one was accepted.
  last_refusal text,
  created_at timestamptz(3) not null default now()
);
create index broadcasts_active on broadcasts (provider_id) where state = 'active';

-- The process that receives broadcasts: at most one row.
create table ingest_nodes (
  is_only boolean primary key default true check (is_only),
  -- Its address, for other processes on this machine.
  address text not null,
  -- Why encoders cannot connect; null if they can.
  fault text
);
