-- When the user of a session last proved their identity. Changes to an account's credentials need a proof from the last ten
-- minutes. Null: not since this column was added, or never, as in a session that began with an emailed link.
alter table identity_sessions add column proven_at timestamptz;

-- The same for sessions of a hosted identity provider, for proofs that the site itself requested.
create table hosted_session_proofs (
  session_id uuid primary key,
  proven_at timestamptz not null
);
create index hosted_session_proofs_proven on hosted_session_proofs (proven_at);
