-- The embedded identity provider. All data about a user references identity_users.

-- Keys that sign access tokens. The newest active key signs; the previous and the next key are published too.
create table identity_keys (
  generation int primary key,
  kid text not null unique,
  private_jwk jsonb not null,
  active_from timestamptz not null,
  created_at timestamptz not null default now()
);

-- An address belongs to the account that confirmed it. Each registration attempt has its own row until it is confirmed
-- or deleted, so that the response to a sign-up never depends on whether the address is known.
create table identity_users (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  metadata jsonb not null,
  confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text,
  email_change_sent_at timestamptz,
  -- Which of the two mailboxes has confirmed the change so far.
  email_change_agreed text check (email_change_agreed in ('email_change_current', 'email_change_new')),
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index identity_users_email on identity_users (email) where confirmed_at is not null;
create index identity_users_unconfirmed on identity_users (email, created_at desc) where confirmed_at is null;

-- A refresh token consists of the session id, a counter, and a code derived from the session’s secret; no token is
-- stored.
create table identity_sessions (
  id uuid primary key,
  user_id uuid not null references identity_users on delete cascade,
  counter int not null default 0,
  secret bytea not null,
  method text not null,
  -- The newest access token was used, so the client has saved it, and the previous refresh token is used up.
  newest_presented boolean not null default false,
  created_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index identity_sessions_user on identity_sessions (user_id);
create index identity_sessions_refreshed on identity_sessions (refreshed_at);

-- Links in emails: single use, stored only as SHA-256 hashes.
create table identity_tokens (
  hash bytea primary key,
  user_id uuid not null references identity_users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'email_change_current', 'email_change_new')),
  expires_at timestamptz not null,
  unique (user_id, kind)
);

-- A username from a sign-up, reserved for its email address until the profile exists.
create table identity_usernames (
  username text primary key check (username = lower(username)),
  email text not null,
  expires_at timestamptz not null
);

-- Emails from a site without a mail server, for its administrators. Links are not stored.
create table mail_outbox (
  id int generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  had_link boolean not null,
  created_at timestamptz not null
);
create index mail_outbox_newest on mail_outbox (created_at desc, id desc);
