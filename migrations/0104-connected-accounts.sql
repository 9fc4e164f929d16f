-- Accounts at GitHub and OpenID Connect providers, with which members sign in to the embedded identity provider.

create table identity_connected_accounts (
  id uuid primary key,
  user_id uuid not null references identity_users on delete cascade,
  -- `github`, or `custom:oidc` as in Supabase Auth's protocol.
  provider text not null,
  -- Subjects are unique only within their issuer, and administrators can change a provider's issuer.
  issuer text not null,
  subject text not null,
  -- The username or email address at the provider, which tells the member's accounts apart.
  name text not null,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  unique (issuer, subject),
  unique (user_id, issuer)
);

-- Sign-ins in progress at a provider: first under the state sent to the provider, then under the code sent to the browser.
-- Each works once.
create table identity_external_sign_ins (
  hash bytea primary key,
  kind text not null check (kind in ('state', 'code')),
  -- The session that connects an account; null for a sign-in.
  session_id uuid references identity_sessions on delete cascade,
  -- The rest, including secrets, encrypted with the identity key.
  sealed_details bytea not null,
  expires_at timestamptz not null
);
create index identity_external_sign_ins_session on identity_external_sign_ins (session_id)
  where session_id is not null;
create index identity_external_sign_ins_expiry on identity_external_sign_ins (expires_at);

-- Members who sign in only at a provider have no password.
alter table identity_users alter column password_hash drop not null;
