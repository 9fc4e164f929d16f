create table mutes (
  member_id int not null references all_members on delete cascade,
  muted_id int not null references all_members on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (member_id, muted_id),
  check (member_id <> muted_id)
);
create index mutes_of_muted on mutes (muted_id);

-- `folded`: the normalized word, so that no member has the same word twice.
create table muted_words (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  word text not null,
  folded text not null,
  created_at timestamptz(3) not null default now(),
  unique (member_id, folded)
);

-- These indexes include what the feed needs to exclude muted authors and to count their posts per category.
drop index posts_newest, posts_by_category, posts_by_member;
create index posts_newest on all_posts (created_at desc, id desc) include (member_id) where not is_withheld;
create index posts_by_category on all_posts (category_id, created_at desc, id desc) include (member_id)
  where not is_withheld;
create index posts_by_member on all_posts (member_id, created_at desc, id desc) include (category_id)
  where not is_withheld;

-- like_counts also stores the post’s author, who never changes.
alter table like_counts add column member_id int;
update like_counts set member_id = all_posts.member_id from all_posts where all_posts.id = post_id;
alter table like_counts alter column member_id set not null;
drop index like_counts_popular, like_counts_popular_by_category;
create index like_counts_popular on like_counts (like_count desc, created_at desc, post_id desc)
  include (is_long_form, member_id) where like_count > 0 and not is_withheld;
create index like_counts_popular_by_category on like_counts (category_id, like_count desc, created_at desc, post_id desc)
  include (is_long_form, member_id) where like_count > 0 and not is_withheld;
