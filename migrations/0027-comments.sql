-- Comments. `comments` is the view of comments that are not hidden, as for posts (0018).
create table all_comments (
  id int generated always as identity primary key,
  post_id int not null references all_posts on delete cascade,
  -- The post’s owner, so that pending comments are counted without reading the post.
  owner_id int not null references all_members,
  -- The parent, which has no parent itself. If it is deleted, the reply stays.
  parent_id int references all_comments on delete set null,
  -- The author, if signed in: the name and picture come from the profile and are not stored here.
  member_id int references all_members,
  author_name text not null,
  author_url text not null default '',
  content text not null,
  content_html text not null,
  -- The page where it was written, if it is the post’s.
  source text,
  -- Deleted comments can be restored for a month.
  status text not null check (status in ('pending', 'approved', 'spam', 'deleted')),
  is_withheld boolean not null default false,
  -- A keyed hash of a visitor’s network, for blocking; never the address.
  sender bytea,
  created_at timestamptz(3) not null default now(),
  moderated_at timestamptz(3),
  moderated_by int references all_members on delete set null
);
create view comments as select * from all_comments where not is_withheld;

-- Replies follow their parent, so that the index is in the order of the page.
create index comments_of_post on all_comments (post_id, coalesce(parent_id, id), id)
  where status = 'approved' and not is_withheld;
-- Deleted with their post, regardless of their status.
create index comments_with_post on all_comments (post_id);
create index comments_answers on all_comments (parent_id) where parent_id is not null;
create index comments_waiting on all_comments (owner_id) where status = 'pending' and not is_withheld;
create index comments_queue on all_comments (status, created_at desc, id desc) where not is_withheld;
create index comments_queue_of_owner on all_comments (owner_id, status, created_at desc, id desc) where not is_withheld;
create index comments_of_member on all_comments (member_id, status) where member_id is not null;
create index comments_deleted on all_comments (moderated_at) where status = 'deleted';

-- The number of visible comments per post, updated by a trigger.
create table comment_counts (
  post_id int primary key references all_posts on delete cascade,
  comment_count int not null check (comment_count >= 0)
) with (fillfactor = 80);

create function comments_counted() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.status = 'approved' and not old.is_withheld;
  is_now boolean := tg_op <> 'DELETE' and new.status = 'approved' and not new.is_withheld;
begin
  if is_now and not was then
    insert into comment_counts as counts (post_id, comment_count) values (new.post_id, 1)
    on conflict (post_id) do update set comment_count = counts.comment_count + 1;
  elsif was and not is_now then
    update comment_counts set comment_count = comment_count - 1 where post_id = old.post_id;
  end if;
  return null;
end $$;
create trigger comments_counted after insert or delete or update of status, is_withheld on all_comments
  for each row execute function comments_counted();

-- Authors blocked by a member, or from the whole site (without an owner).
create table comment_blocks (
  id int generated always as identity primary key,
  owner_id int references all_members on delete cascade,
  kind text not null check (kind in ('member', 'sender', 'domain')),
  -- A member id, a network hash in hexadecimal, or a host.
  value text not null,
  -- The name that moderators see.
  label text not null,
  created_by int references all_members on delete set null,
  created_at timestamptz(3) not null default now(),
  unique nulls not distinct (owner_id, kind, value)
);

-- A published comment notifies the post’s author and the parent’s author.
create function comments_told() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.status = 'approved' and not old.is_withheld;
  is_now boolean := tg_op <> 'DELETE' and new.status = 'approved' and not new.is_withheld;
  told all_comments := case tg_op when 'DELETE' then old else new end;
  answered int := (select member_id from all_comments where id = told.parent_id);
begin
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
create trigger comments_told after insert or delete or update of status, is_withheld on all_comments
  for each row execute function comments_told();
