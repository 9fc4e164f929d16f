-- Only the owner sees contact messages, so moderators must not see the senders that were blocked because of one.
alter table comment_blocks add is_from_message boolean not null default false;
update comment_blocks set is_from_message = true where kind = 'email';
update comment_blocks set is_from_message = true
where owner_id is null and kind = 'domain' and exists (select from contact_messages
  where regexp_replace(lower(split_part(email, '@', -1)), '^www\.', '') = comment_blocks.value);
