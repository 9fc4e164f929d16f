-- Comments imported from another site, which send no notifications.
alter table all_comments add column is_imported boolean not null default false;
create or replace view comments as select * from all_comments where not is_withheld;

-- Their keys in the source, including those of comments deleted here, so that they are not imported again.
create table imported_comments (
  post_id int not null references all_posts on delete cascade,
  source_key text not null,
  comment_id int references all_comments on delete set null,
  primary key (post_id, source_key)
);
create index imported_comments_by_comment on imported_comments (comment_id) where comment_id is not null;

create or replace function comments_told() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.status = 'approved' and not old.is_withheld;
  is_now boolean := tg_op <> 'DELETE' and new.status = 'approved' and not new.is_withheld;
  told all_comments := case tg_op when 'DELETE' then old else new end;
  answered int := (select member_id from all_comments where id = told.parent_id);
begin
  if told.is_imported then
    return null;
  end if;
  if is_now and not was then
    perform notification_tell(told.owner_id, 'comment', told.post_id, told.id, told.member_id, nullif(told.author_name, ''));
    if answered <> told.owner_id then
      perform notification_tell(answered, 'reply', told.post_id, told.id, told.member_id, nullif(told.author_name, ''));
    end if;
  elsif was and not is_now then
    perform notification_take_back(told.owner_id, 'comment', told.post_id, told.id);
    if answered <> told.owner_id then
      perform notification_take_back(answered, 'reply', told.post_id, told.id);
    end if;
  end if;
  return null;
end $$;
