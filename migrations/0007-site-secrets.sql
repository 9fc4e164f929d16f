-- Secrets that the site has generated, shared by all its processes.
create table site_secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
