-- A member is a profile. The account is identified by the identity provider’s issuer and subject: after a change of
-- provider, the same subject could belong to another person.
create table members (
  id int generated always as identity primary key,
  issuer text not null,
  subject text not null,
  username text not null,
  display_name text not null,
  title text not null default '',
  bio text not null default '',
  profile_image text,
  github_username text,
  skills text[] not null default '{}',
  role text not null default 'member' check (role in ('member', 'admin')),
  created_at timestamptz not null default now(),
  unique (issuer, subject)
);
create unique index members_username on members (lower(username));
