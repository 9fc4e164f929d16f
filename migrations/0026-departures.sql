-- Deleted members. Their account cannot create another member while its tokens are valid or until a hosted project has
-- deleted it. Their usernames stay reserved, stored only as SHA-256 hashes of the lowercase name.
create table departed_accounts (
  issuer text not null,
  subject text not null,
  departed_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create table departed_usernames (hash bytea primary key);

-- Rows of deleted members have no identity. The index is partial, so that changes to these columns do not block inserts
-- that reference the row.
alter table all_members drop constraint members_issuer_subject_key;
create unique index members_identity on all_members (issuer, subject) where standing <> 'departed';
