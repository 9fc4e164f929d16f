-- Identifies the key that encrypts the secrets of second factors. The table has at most one row and never contains the
-- key itself.
create table identity_factor_key (
  -- HMAC-SHA-256 of a constant under the key.
  fingerprint bytea not null,
  recorded_at timestamptz not null default now(),
  is_only boolean primary key default true check (is_only)
);
