-- What the embedded streaming provider has recorded. The files are in the data folder, under the id.
create table broadcast_recordings (
  recording_id text primary key,
  provider_id text not null references broadcasts on delete cascade,
  started_at timestamptz(3) not null,
  -- While it is being made, as of the last time that was looked.
  bytes bigint not null default 0,
  -- Null until it can be watched.
  seconds double precision,
  -- Whether the site has taken note of it.
  is_told boolean not null default false
);
create index broadcast_recordings_broadcast on broadcast_recordings (provider_id);
create index broadcast_recordings_untold on broadcast_recordings (recording_id) where not is_told;

-- Why the last broadcast was not recorded, or not to its end.
alter table broadcasts add recording_fault text;
