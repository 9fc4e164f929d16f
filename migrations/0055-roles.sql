-- The site's owner, who is always an administrator. One row; none on an empty site.
create table site_ownership (
  is_only boolean primary key default true check (is_only),
  member_id int not null unique references all_members
);
insert into site_ownership (member_id) select id from members where role = 'admin' order by id limit 1;

-- Always one row. Its id is null on an empty site; until OWNER_USERNAME signs up, public pages show the first member.
create view site_owner as
  select coalesce((select member_id from site_ownership), (select min(id) from members)) as id;

-- Every role change, kept permanently. `changed_by` is set if a member made the change.
create table role_changes (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  change text not null check (change in ('admin_granted', 'admin_revoked', 'ownership_granted', 'ownership_lost')),
  via text not null check (via in ('member', 'command', 'setting', 'sign_up')),
  changed_by int references all_members on delete set null,
  changed_at timestamptz(3) not null default now()
);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'follow', 'like', 'comment', 'mention', 'reply',
  'admin_granted', 'admin_revoked', 'ownership_granted', 'ownership_lost'));

-- The first owner is not notified of their own sign-up.
create function notification_of_role_change() returns trigger language plpgsql as $$
begin
  perform notification_tell(member_id, change, null, id, changed_by,
    case when changed_by is null then 'The site’s operator' end)
  from changed where via <> 'sign_up' order by member_id, id;
  return null;
end $$;
create trigger notify_of_role_change after insert on role_changes referencing new table as changed
  for each statement execute function notification_of_role_change();
