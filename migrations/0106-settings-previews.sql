-- Settings that administrators preview before they save them. Only people who have the token can see a preview.
create table settings_previews (
  token_hash bytea primary key check (length(token_hash) = 32),
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  expires_at timestamptz(3) not null
);
create index on settings_previews (expires_at);
