-- Messages to the site's owner, from the contact form.
create table contact_messages (
  id int generated always as identity primary key,
  name text not null,
  email text not null,
  message text not null,
  folder text not null check (folder in ('inbox', 'archive', 'spam')),
  -- Why it may be spam, as for comments.
  doubts text[] not null,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  -- When sending it to the owner's email address began. Null if that failed or was not attempted.
  emailed_at timestamptz(3)
);
create index contact_messages_newest on contact_messages (folder, id desc);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'follow', 'like', 'comment', 'mention', 'reply', 'draft_comment', 'schedule_published', 'schedule_failed',
  'admin_granted', 'admin_revoked', 'ownership_granted', 'ownership_lost', 'backup_failed', 'approval_needed',
  'contact_message'));

create function notification_of_contact_message() returns trigger language plpgsql as $$
begin
  perform notification_tell(site_owner.id, 'contact_message', null, new.id, null, new.name)
  from site_owner where site_owner.id is not null;
  return null;
end $$;
create trigger notify_of_contact_message after insert on contact_messages
  for each row when (new.folder = 'inbox') execute function notification_of_contact_message();

-- A message may have arrived before the site changed hands.
create function notification_of_removed_contact_message() returns trigger language plpgsql as $$
begin
  perform notification_take_back(member_id, 'contact_message', null, old.id)
  from notification_events where kind = 'contact_message' and post_id = 0 and source_id = old.id;
  return null;
end $$;
create trigger notify_of_deleted_contact_message after delete on contact_messages
  for each row execute function notification_of_removed_contact_message();
create trigger notify_of_contact_spam after update of folder on contact_messages
  for each row when (new.folder = 'spam' and old.folder <> 'spam')
  execute function notification_of_removed_contact_message();
