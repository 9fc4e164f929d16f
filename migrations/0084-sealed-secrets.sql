-- Secrets are stored encrypted, in the columns `sealed_*`. The columns without the prefix contain secrets from before;
-- the job `secrets.seal` encrypts them.
alter table identity_factor_key rename to sealing_key;
comment on table sealing_key is 'Identifies the key that encrypts secrets; never contains the key itself.';

alter table identity_keys alter column private_jwk drop not null, add column sealed_jwk bytea,
  add check (num_nonnulls(private_jwk, sealed_jwk) = 1);
alter table identity_sessions alter column secret drop not null, add column sealed_secret bytea,
  add check (num_nonnulls(secret, sealed_secret) = 1);
alter table site_secrets alter column value drop not null, add column sealed_value bytea,
  add check (num_nonnulls(value, sealed_value) = 1);
-- Both are null if the key that encrypted it was lost; its owner then renews it.
alter table all_livestreams alter column stream_key drop not null, add column sealed_stream_key bytea,
  add check (num_nonnulls(stream_key, sealed_stream_key) <= 1);
