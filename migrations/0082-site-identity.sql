-- Tells the files of this site in a bucket from those of other sites. A restored backup keeps the id.
create table site_identity (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
