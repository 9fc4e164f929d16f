-- When each session last proved who is using it. Changes to how an account is signed in to need a proof of the last ten
-- minutes. Null: not since this column exists, or never, as in a session that began with a mailed link.
alter table identity_sessions add column proven_at timestamptz;

-- The same for sessions of a hosted identity provider, as far as the site itself asked.
create table hosted_session_proofs (
  session_id uuid primary key,
  proven_at timestamptz not null
);
create index hosted_session_proofs_proven on hosted_session_proofs (proven_at);
