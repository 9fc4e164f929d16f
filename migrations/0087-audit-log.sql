-- Who did what: actions of administrators and moderators, and changes to accounts and the site. Entries contain ids and
-- addresses on this site, but no texts, names, or email addresses.
create table audit_log (
  id bigint generated always as identity primary key,
  -- Such as 'member.suspended'. See src/kernel/audit.contract.ts.
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$' and length(action) <= 60),
  -- Someone who was not signed in, the operator on the command line, or the site itself.
  actor_kind text not null check (actor_kind in ('member', 'visitor', 'operator', 'site')),
  -- Null unless it was a member, and once their account is deleted.
  actor_id int references all_members,
  -- The member concerned, unless the account is deleted.
  subject_id int references all_members,
  -- What was changed: '/post/7', 'comment 12'.
  target text check (length(target) <= 300),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  request_id text check (length(request_id) <= 100),
  recorded_at timestamptz(3) not null default now(),
  check (actor_id is null or actor_kind = 'member')
);
create index audit_log_by_actor on audit_log (actor_id, id) where actor_id is not null;
create index audit_log_by_subject on audit_log (subject_id, id) where subject_id is not null;
create index audit_log_by_action on audit_log (action, id);
create index audit_log_by_time on audit_log (recorded_at);

-- Entries are only added. The exceptions: those older than 30 days may be deleted, and the references to a member whose
-- account is deleted may be cleared.
create function protect_audit_log() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and old.recorded_at < now() - interval '30 days' then return old; end if;
    if tg_op = 'UPDATE'
      and to_jsonb(new) - array['actor_id', 'subject_id'] = to_jsonb(old) - array['actor_id', 'subject_id']
      and coalesce(new.actor_id, old.actor_id) is not distinct from old.actor_id
      and coalesce(new.subject_id, old.subject_id) is not distinct from old.subject_id then return new; end if;
    raise exception 'Entries of the audit log cannot be changed or deleted.' using errcode = 'restrict_violation';
  end $$;
create trigger audit_log_protected before update or delete on audit_log
  for each row execute function protect_audit_log();
create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function protect_audit_log();
