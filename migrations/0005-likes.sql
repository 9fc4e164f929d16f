create table likes (
  post_id int not null references posts on delete cascade,
  member_id int not null references members,
  created_at timestamptz(3) not null default now(),
  primary key (post_id, member_id)
);
create index likes_by_member on likes (member_id, created_at desc);

-- The count has its own narrow row, so that a like does not rewrite the post. The other columns are copied from the
-- post, for filtering and sorting popular posts.
create table like_counts (
  post_id int primary key,
  like_count int not null check (like_count >= 0),
  is_long_form boolean not null,
  category_id int not null,
  created_at timestamptz(3) not null,
  foreign key (post_id, is_long_form, category_id, created_at)
    references posts (id, is_long_form, category_id, created_at) on update cascade on delete cascade
) with (fillfactor = 80);
create index like_counts_popular on like_counts (like_count desc, created_at desc, post_id desc)
  include (is_long_form) where like_count > 0;
create index like_counts_popular_by_category on like_counts (category_id, like_count desc, created_at desc, post_id desc)
  include (is_long_form) where like_count > 0;
