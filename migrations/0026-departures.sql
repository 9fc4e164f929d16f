-- Members who have left. What they signed in with makes no member anew, while tokens of it are about or a hosted project
-- has not removed it yet. Of their usernames, which nobody else gets, the SHA-256 of the lower case is kept.
create table departed_accounts (
  issuer text not null,
  subject text not null,
  departed_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create table departed_usernames (hash bytea primary key);

-- The rows of those who left have neither. Partial: a change of these columns then keeps nobody waiting who refers to the row.
alter table all_members drop constraint members_issuer_subject_key;
create unique index members_identity on all_members (issuer, subject) where standing <> 'departed';
