-- Imports that members started in the browser, with their reports.
create table import_runs (
  id int generated always as identity primary key,
  member_id int not null references all_members,
  -- The name of the uploaded file, or 'bluesky:' and a handle.
  name text not null check (length(name) between 1 and 300),
  -- The folder of the uploaded file in DATA_DIR/imports; null if nothing is uploaded.
  file_key uuid,
  size_bytes bigint not null check (size_bytes >= 0),
  received_bytes bigint not null default 0,
  -- The URL of the old site.
  old_site text,
  state text not null check (
    state in ('uploading', 'uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'canceled')),
  done int not null default 0,
  total int not null default 0,
  -- How often the process that reads the file has ended unexpectedly.
  crashes int not null default 0,
  report jsonb,
  -- Why it failed, for the member.
  error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (received_bytes <= size_bytes)
);
create index import_runs_of_member on import_runs (member_id, id);
create unique index import_runs_open on import_runs (member_id)
  where state in ('uploading', 'uploaded', 'checking', 'checked', 'importing');
create index import_runs_by_age on import_runs (created_at);
