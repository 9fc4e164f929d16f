-- Deleted members. Their account cannot create a member again while its tokens are valid or a hosted project has not
-- deleted it. Of their usernames, which stay reserved, only the SHA-256 of the lower case is stored.
create table departed_accounts (
  issuer text not null,
  subject text not null,
  departed_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create table departed_usernames (hash bytea primary key);

-- Rows of deleted members have neither. Partial, so that changes of these columns do not block inserts that refer to
-- the row.
alter table all_members drop constraint members_issuer_subject_key;
create unique index members_identity on all_members (issuer, subject) where standing <> 'departed';
