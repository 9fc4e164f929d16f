-- The versions of the program that have used this database, so that an older version can name the newer one.
create table program_versions (
  version text primary key,
  first_used_at timestamptz(3) not null default now()
);
