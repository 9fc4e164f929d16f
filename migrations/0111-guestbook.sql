-- Entries in the guestbook are comments without a post. `owner_id` is the site's owner.
alter table all_comments alter column post_id drop not null;
create index guestbook_entries on all_comments (coalesce(parent_id, id) desc, id)
  where post_id is null and status = 'approved' and not is_withheld;

create or replace function comments_counted() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.status = 'approved' and not old.is_withheld;
  is_now boolean := tg_op <> 'DELETE' and new.status = 'approved' and not new.is_withheld;
begin
  if is_now and not was and new.post_id is not null then
    insert into comment_counts as counts (post_id, comment_count) values (new.post_id, 1)
    on conflict (post_id) do update set comment_count = counts.comment_count + 1;
  elsif was and not is_now then
    update comment_counts set comment_count = comment_count - 1 where post_id = old.post_id;
  end if;
  return null;
end $$;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'follow', 'like', 'comment', 'mention', 'reply', 'draft_comment', 'guestbook_entry', 'guestbook_reply',
  'schedule_published', 'schedule_failed',
  'admin_granted', 'admin_revoked', 'ownership_granted', 'ownership_lost', 'publishing_granted', 'publishing_revoked',
  'backup_failed', 'approval_needed', 'contact_message'));

create or replace function comments_told() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.status = 'approved' and not old.is_withheld;
  is_now boolean := tg_op <> 'DELETE' and new.status = 'approved' and not new.is_withheld;
  told all_comments := case tg_op when 'DELETE' then old else new end;
  answered int := (select member_id from all_comments where id = told.parent_id);
  kind_for_owner text := case when told.post_id is null then 'guestbook_entry' else 'comment' end;
  kind_for_answered text := case when told.post_id is null then 'guestbook_reply' else 'reply' end;
begin
  if told.is_imported then
    return null;
  end if;
  if is_now and not was then
    perform notification_tell(told.owner_id, kind_for_owner, told.post_id, told.id, told.member_id,
      nullif(told.author_name, ''));
    if answered <> told.owner_id then
      perform notification_tell(answered, kind_for_answered, told.post_id, told.id, told.member_id,
        nullif(told.author_name, ''));
    end if;
  elsif was and not is_now then
    perform notification_take_back(told.owner_id, kind_for_owner, told.post_id, told.id);
    if answered <> told.owner_id then
      perform notification_take_back(answered, kind_for_answered, told.post_id, told.id);
    end if;
  end if;
  return null;
end $$;

-- The guestbook belongs to the site’s owner, also after a transfer.
create function guestbook_transferred() returns trigger language plpgsql as $$
begin
  update all_comments set owner_id = new.member_id where post_id is null and owner_id <> new.member_id;
  return null;
end $$;
create trigger guestbook_transferred after insert or update on site_ownership
  for each row execute function guestbook_transferred();

-- Existing sites that have turned sections on or off did not choose to have a guestbook. It is off by default.
update site_settings set settings = jsonb_set(settings, '{sectionsOff}', settings -> 'sectionsOff' || '["guestbook"]')
where jsonb_typeof(settings -> 'sectionsOff') = 'array';
-- A settings page that was open during the update must not turn it on.
update site_settings set version = version + 1;
