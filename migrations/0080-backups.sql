-- Backups as /admin shows them, including failed ones. The backups themselves are in a folder or a bucket, with their
-- own list. `backup_id` is null if the backup failed.
create table backups (
  id int generated always as identity primary key,
  backup_id text unique,
  reason text not null check (reason in ('nightly', 'manual', 'migration', 'restore')),
  started_at timestamptz(3) not null,
  bytes bigint,
  verified_at timestamptz(3),
  -- Why the backup or its last verification failed.
  error text
);
create index backups_newest on backups (started_at desc, id desc);

-- Restores into this database. A row appears together with the restored rows.
create table restores (
  id uuid primary key,
  backup_id text not null,
  backed_up_at timestamptz(3) not null,
  restored_at timestamptz(3) not null default now()
);
