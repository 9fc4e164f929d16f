-- Details that distinguish sessions, and the second factors of accounts.

-- An authenticator app, or the account’s set of recovery codes.
create table identity_factors (
  id uuid primary key,
  user_id uuid not null references identity_users on delete cascade,
  kind text not null check (kind in ('totp', 'recovery_code')),
  name text not null default '',
  -- An app’s secret, encrypted with a key that is not in the database.
  sealed_secret bytea check ((kind = 'totp') = (sealed_secret is not null)),
  -- The newest time step whose code was used, so that no code works twice.
  last_step bigint not null default 0,
  verified_at timestamptz,
  challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index identity_factors_user on identity_factors (user_id);
create unique index identity_factors_name on identity_factors (user_id, name) where name <> '';
create unique index identity_factors_recovery on identity_factors (user_id) where kind = 'recovery_code';
create index identity_factors_unverified on identity_factors (created_at) where verified_at is null;

create table identity_recovery_codes (
  factor_id uuid not null references identity_factors on delete cascade,
  -- SHA-256 of the code, which has 80 random bits.
  hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, hash)
);

-- The factor that raised the session to AAL2. Removing the factor returns the session to AAL1.
alter table identity_sessions
  add column second_factor_id uuid references identity_factors on delete set null,
  add column second_method text,
  add column second_at timestamptz,
  add column user_agent text not null default '',
  -- Only the network of the IP address is stored.
  add column network text not null default '';
create index identity_sessions_factor on identity_sessions (second_factor_id) where second_factor_id is not null;

create table identity_challenges (
  id uuid primary key,
  factor_id uuid not null references identity_factors on delete cascade,
  session_id uuid not null references identity_sessions on delete cascade,
  expires_at timestamptz not null
);
create index identity_challenges_factor on identity_challenges (factor_id);
create index identity_challenges_session on identity_challenges (session_id);
