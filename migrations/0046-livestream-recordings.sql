-- Recordings of livestreams, with their id at the provider. Each keeps the title that its livestream had at the time,
-- because livestreams are reused and renamed.
create table livestream_recordings (
  id int generated always as identity primary key,
  livestream_id int not null references all_livestreams on delete cascade,
  recording_id text not null,
  title text not null,
  -- When its first frame was captured.
  started_at timestamptz(3) not null,
  seconds double precision not null check (seconds >= 0),
  created_at timestamptz(3) not null default now(),
  unique (livestream_id, recording_id)
);
create index livestream_recordings_newest on livestream_recordings (livestream_id, started_at desc, id desc);

-- Finds the chat messages written during a recording.
create index chat_messages_in_time on chat_messages (livestream_id, created_at, id) where deleted_ids is null;
