create table likes (
  post_id int not null references posts on delete cascade,
  member_id int not null references members,
  created_at timestamptz not null default now(),
  primary key (post_id, member_id)
);
create index likes_by_member on likes (member_id, created_at desc);

-- The count stands in a narrow row of its own: a like rewrites a few bytes, not the post.
-- created_at is the post's, for the popular order.
create table like_counts (
  post_id int primary key references posts on delete cascade,
  like_count int not null check (like_count >= 0),
  created_at timestamptz not null
) with (fillfactor = 80);
create index like_counts_popular on like_counts (like_count desc, created_at desc, post_id desc) where like_count > 0;
