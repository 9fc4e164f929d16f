-- Passkeys of the embedded identity provider's accounts.

create table identity_passkeys (
  id uuid primary key,
  user_id uuid not null references identity_users on delete cascade,
  -- What the authenticator calls it, and its public key as COSE.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- The authenticator's count of signatures, where it keeps one: it never goes back.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- It is also kept elsewhere: losing the device does not lose it.
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index identity_passkeys_user on identity_passkeys (user_id);

-- Good once. One to register belongs to the session that asked for it, one to sign in to nobody yet.
create table identity_passkey_challenges (
  id uuid primary key,
  session_id uuid references identity_sessions on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index identity_passkey_challenges_session on identity_passkey_challenges (session_id)
  where session_id is not null;
create index identity_passkey_challenges_expiry on identity_passkey_challenges (expires_at);

-- The passkey the session began with: with it goes the level.
alter table identity_sessions add column passkey_id uuid references identity_passkeys on delete set null;
create index identity_sessions_passkey on identity_sessions (passkey_id) where passkey_id is not null;
