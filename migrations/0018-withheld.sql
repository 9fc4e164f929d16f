-- By default, hidden content does not exist: the views `posts` and `members` omit it, so that no query can forget to
-- exclude it. The underlying tables are `all_posts` and `all_members`.
alter table posts rename to all_posts;
alter table members rename to all_members;

-- `suspended`: by an administrator. `departed`: the account was deleted, but the row remains for posts that were kept.
alter table all_members
  add column standing text not null default 'present' check (standing in ('present', 'suspended', 'departed'));
alter table all_posts add column is_withheld boolean not null default false;

create view members as select * from all_members where standing = 'present';
create view posts as select * from all_posts where not is_withheld;

-- like_counts also stores whether the post is hidden, like the other columns that it copies for popular posts.
alter table like_counts add column is_withheld boolean not null default false;
alter table like_counts drop constraint like_counts_post_id_is_long_form_category_id_created_at_fkey;
alter table all_posts drop constraint posts_id_is_long_form_category_id_created_at_key;
alter table all_posts
  add constraint all_posts_like_counts_key unique (id, is_long_form, category_id, created_at, is_withheld);
alter table like_counts add foreign key (post_id, is_long_form, category_id, created_at, is_withheld)
  references all_posts (id, is_long_form, category_id, created_at, is_withheld) on update cascade on delete cascade;

drop index posts_newest, posts_by_kind, posts_by_category, posts_by_kind_and_category, posts_by_member,
  like_counts_popular, like_counts_popular_by_category;
create index posts_newest on all_posts (created_at desc, id desc) where not is_withheld;
create index posts_by_kind on all_posts (is_long_form, created_at desc, id desc) where not is_withheld;
create index posts_by_category on all_posts (category_id, created_at desc, id desc) where not is_withheld;
create index posts_by_kind_and_category on all_posts (is_long_form, category_id, created_at desc, id desc)
  where not is_withheld;
create index posts_by_member on all_posts (member_id, created_at desc, id desc) where not is_withheld;
create index posts_withheld on all_posts (member_id) where is_withheld;
create index like_counts_popular on like_counts (like_count desc, created_at desc, post_id desc)
  include (is_long_form) where like_count > 0 and not is_withheld;
create index like_counts_popular_by_category on like_counts (category_id, like_count desc, created_at desc, post_id desc)
  include (is_long_form) where like_count > 0 and not is_withheld;
drop index members_username_prefix, members_name_prefix;
create index members_newest on all_members (id desc) where standing = 'present';
create index members_not_present on all_members (standing, id) where standing <> 'present';
create index members_username_prefix on all_members (lower(username) text_pattern_ops) where standing = 'present';
create index members_name_prefix on all_members (lower(display_name) text_pattern_ops) where standing = 'present';

-- Searches find only visible content.
create or replace function search_keep_post() returns trigger language plpgsql as $$
begin
  if new.is_withheld then
    delete from search_posts where post_id = new.id;
    return null;
  end if;
  insert into search_posts (post_id, is_long_form, words)
  values (new.id, new.is_long_form, search_words_of(new))
  on conflict (post_id) do update set is_long_form = excluded.is_long_form, words = excluded.words;
  return null;
end $$;
drop trigger search_changed_post on all_posts;
create trigger search_changed_post after update on all_posts for each row
  when ((old.title, old.plain_text, old.is_long_form, old.is_withheld)
    is distinct from (new.title, new.plain_text, new.is_long_form, new.is_withheld))
  execute function search_keep_post();

create or replace function search_keep_member() returns trigger language plpgsql as $$
begin
  if new.standing <> 'present' then
    delete from search_members where member_id = new.id;
    return null;
  end if;
  insert into search_members (member_id, words)
  values (new.id, search_words_of(new))
  on conflict (member_id) do update set words = excluded.words;
  return null;
end $$;
drop trigger search_changed_member on all_members;
create trigger search_changed_member after update on all_members for each row
  when ((old.display_name, old.username, old.title, old.skills, old.bio, old.standing)
    is distinct from (new.display_name, new.username, new.title, new.skills, new.bio, new.standing))
  execute function search_keep_member();
