-- No cascades: account deletion removes follows through the store, which updates the counts.
create table follows (
  follower_id int not null references members,
  following_id int not null references members,
  created_at timestamptz(3) not null default now(),
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
create index follows_of_followed on follows (following_id, created_at desc, follower_id desc);
create index follows_of_follower on follows (follower_id, created_at desc, following_id desc);

-- Separate from the member and narrow, so that a follow does not rewrite a profile and its search entry.
create table follow_counts (
  member_id int primary key references members on delete cascade,
  followers_count int not null check (followers_count >= 0),
  following_count int not null check (following_count >= 0)
) with (fillfactor = 80);

-- Finds members whose username or name starts with the given text.
create index members_username_prefix on members (lower(username) text_pattern_ops);
create index members_name_prefix on members (lower(display_name) text_pattern_ops);
