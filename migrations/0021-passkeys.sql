-- Passkeys of the embedded identity provider's accounts.

create table identity_passkeys (
  id uuid primary key,
  user_id uuid not null references identity_users on delete cascade,
  -- The credential id from the authenticator, and the public key in COSE format.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- The authenticator’s signature counter, if it has one. It never decreases.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether the passkey is also stored elsewhere, so that it survives the loss of the device.
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index identity_passkeys_user on identity_passkeys (user_id);

-- Single use. A registration challenge belongs to the session that requested it; a sign-in challenge belongs to no
-- session.
create table identity_passkey_challenges (
  id uuid primary key,
  session_id uuid references identity_sessions on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index identity_passkey_challenges_session on identity_passkey_challenges (session_id)
  where session_id is not null;
create index identity_passkey_challenges_expiry on identity_passkey_challenges (expires_at);

-- The passkey that the session started with. Once it is removed, it no longer raises the session to AAL2.
alter table identity_sessions add column passkey_id uuid references identity_passkeys on delete set null;
create index identity_sessions_passkey on identity_sessions (passkey_id) where passkey_id is not null;
