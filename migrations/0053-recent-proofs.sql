-- When the session’s user last proved their identity. Changes to an account's credentials require a proof from the last
-- ten minutes. Null: no proof since this column was added, or none at all, as in a session that began with an emailed
-- link.
alter table identity_sessions add column proven_at timestamptz;

-- The same for sessions of a hosted identity provider, for proofs that this site itself requested.
create table hosted_session_proofs (
  session_id uuid primary key,
  proven_at timestamptz not null
);
create index hosted_session_proofs_proven on hosted_session_proofs (proven_at);
