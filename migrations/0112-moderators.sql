-- `moderator`: a writer who moderates the site, but does not administer it.
alter table all_members drop constraint all_members_role_check;
alter table all_members add constraint all_members_role_check check (role in ('reader', 'member', 'moderator', 'admin'));

alter table role_changes drop constraint role_changes_change_check;
alter table role_changes add constraint role_changes_change_check check (change in (
  'admin_granted', 'admin_revoked', 'moderator_granted', 'moderator_revoked', 'ownership_granted', 'ownership_lost',
  'publishing_granted', 'publishing_revoked'));

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'follow', 'like', 'comment', 'mention', 'reply', 'draft_comment', 'guestbook_entry', 'guestbook_reply',
  'schedule_published', 'schedule_failed',
  'admin_granted', 'admin_revoked', 'moderator_granted', 'moderator_revoked', 'ownership_granted', 'ownership_lost',
  'publishing_granted', 'publishing_revoked', 'backup_failed', 'approval_needed', 'contact_message'));
