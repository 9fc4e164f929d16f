-- `waiting`: the member has registered, and an administrator has yet to approve them. Until then, they are hidden and
-- may not write anything, like suspended members.
alter table all_members drop constraint all_members_standing_check;
alter table all_members add constraint all_members_standing_check
  check (standing in ('present', 'waiting', 'suspended', 'departed'));

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'follow', 'like', 'comment', 'mention', 'reply', 'draft_comment', 'schedule_published', 'schedule_failed',
  'admin_granted', 'admin_revoked', 'ownership_granted', 'ownership_lost', 'backup_failed', 'approval_needed'));

-- Notifies all administrators of members who wait for approval, until one of them has decided.
create function notification_of_waiting_member() returns trigger language plpgsql as $$
begin
  if new.standing = 'waiting' then
    perform notification_tell(id, 'approval_needed', null, new.id, null)
    from all_members where role = 'admin' and standing = 'present' order by id;
  else
    perform notification_take_back(member_id, 'approval_needed', null, new.id)
    from notification_events where kind = 'approval_needed' and post_id = 0 and source_id = new.id order by member_id;
  end if;
  return null;
end $$;
create trigger notify_of_waiting_member after update of standing on all_members
  for each row when ((new.standing = 'waiting') <> (old.standing = 'waiting'))
  execute function notification_of_waiting_member();
