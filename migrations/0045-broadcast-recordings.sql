-- Recordings of the embedded streaming provider. The files are in the data folder and named after the id.
create table broadcast_recordings (
  recording_id text primary key,
  provider_id text not null references broadcasts on delete cascade,
  started_at timestamptz(3) not null,
  -- While recording: as of the last update.
  bytes bigint not null default 0,
  -- Null until the recording can be watched.
  seconds double precision,
  -- Whether the site has recorded it.
  is_told boolean not null default false
);
create index broadcast_recordings_broadcast on broadcast_recordings (provider_id);
create index broadcast_recordings_untold on broadcast_recordings (recording_id) where not is_told;

-- Why the last broadcast was not recorded, or recorded only in part.
alter table broadcasts add recording_fault text;
