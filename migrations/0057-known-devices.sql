-- Browsers in which an account has signed in. A row exempts that browser from the guessing limits that strangers can
-- use up; it authenticates nothing.
create table identity_devices (
  token_hash bytea not null,
  user_id uuid not null references identity_users on delete cascade,
  created_at timestamptz not null,
  last_sign_in_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index identity_devices_of_user on identity_devices (user_id);
