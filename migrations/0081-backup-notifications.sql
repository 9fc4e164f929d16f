-- Notifies the owner of failed backups and verifications. Repeated failures share an entry until it is read.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'follow', 'like', 'comment', 'mention', 'reply', 'draft_comment', 'schedule_published', 'schedule_failed',
  'admin_granted', 'admin_revoked', 'ownership_granted', 'ownership_lost', 'backup_failed'));

create function notification_of_backup() returns trigger language plpgsql as $$
begin
  perform notification_tell(site_owner.id, 'backup_failed', null, new.id, null)
  from site_owner where site_owner.id is not null;
  return null;
end $$;
create trigger notify_of_failed_backup after insert on backups
  for each row when (new.error is not null) execute function notification_of_backup();
create trigger notify_of_failed_verification after update of error on backups
  for each row when (new.error is not null and old.error is null) execute function notification_of_backup();
