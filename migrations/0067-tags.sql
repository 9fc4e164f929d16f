-- Tags of posts. A name never changes: renaming a tag moves its posts to another tag.
create table tags (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 50),
  -- The number of visible posts.
  post_count int not null default 0 check (post_count >= 0)
) with (fillfactor = 80);
create index tags_by_beginning on tags (name text_pattern_ops) where post_count > 0;
create index tags_popular on tags (post_count desc, name) where post_count > 0;

-- Former names of tags that were renamed or merged: their URLs redirect, and new posts get the current tag.
create table former_tags (
  name text primary key,
  tag_id int not null references tags on delete cascade
);
create index former_tags_of_tag on former_tags (tag_id);

-- `is_chosen`: chosen by the author; other tags are hashtags in the text. `place`: the position on the post, from 1.
-- The last columns duplicate those of the post, for lists of posts by tag.
create table post_tags (
  post_id int not null,
  tag_id int not null references tags,
  place smallint not null,
  is_chosen boolean not null,
  member_id int not null,
  is_long_form boolean not null,
  category_id int not null,
  created_at timestamptz(3) not null,
  is_withheld boolean not null,
  primary key (post_id, tag_id),
  foreign key (post_id, is_long_form, category_id, created_at, is_withheld)
    references all_posts (id, is_long_form, category_id, created_at, is_withheld) on update cascade on delete cascade
);
create index post_tags_newest on post_tags (tag_id, created_at desc, post_id desc)
  include (member_id, is_long_form, category_id) where not is_withheld;
create index post_tags_withheld on post_tags (tag_id) where is_withheld;

-- Views for other features.
create view tags_of_posts as
  select post_id, name, place, is_chosen from post_tags join tags on tags.id = tag_id;

create table tag_follows (
  member_id int not null references all_members on delete cascade,
  tag_id int not null references tags,
  created_at timestamptz(3) not null default now(),
  primary key (member_id, tag_id)
);
create index tag_follows_of_tag on tag_follows (tag_id);

create function tags_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.is_withheld then
    update tags set post_count = post_count - 1 where id = old.tag_id;
  end if;
  if tg_op <> 'DELETE' and not new.is_withheld then
    update tags set post_count = post_count + 1 where id = new.tag_id;
  end if;
  return null;
end $$;
create trigger tags_counted after insert or delete on post_tags for each row execute function tags_count();
create trigger tags_counted_again after update on post_tags for each row
  when (old.is_withheld <> new.is_withheld) execute function tags_count();

-- Searches find a post by its chosen tags. Its hashtags are part of its text.
create or replace function search_words_of(post all_posts) returns tsvector language sql stable as $$
  select setweight(to_tsvector('search', search_text(coalesce(post.title, ''))), 'A')
    || setweight(to_tsvector('search', search_text(coalesce(
      (select string_agg(name, ' ' order by place) from tags_of_posts where post_id = post.id and is_chosen), ''))), 'B')
    || to_tsvector('search', search_text(left(post.plain_text, 100000)))
$$;
create function search_keep_tags() returns trigger language plpgsql as $$
begin
  update search_posts set words = search_words_of(all_posts)
  from all_posts where all_posts.id = post_id and post_id in (select changed.post_id from changed where is_chosen);
  return null;
end $$;
create trigger search_new_tags after insert on post_tags referencing new table as changed
  for each statement execute function search_keep_tags();
create trigger search_removed_tags after delete on post_tags referencing old table as changed
  for each statement execute function search_keep_tags();

-- Details of the drafted article other than its text.
alter table drafts add column details jsonb not null default '{}';
