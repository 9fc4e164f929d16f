-- Keys that callers chose for their posts (Idempotency-Key), so that a repeated call does not create another post.
-- `post_id` is null if the post has been deleted. Rows are kept for a week.
create table post_keys (
  member_id int not null references members on delete cascade,
  key text not null,
  post_id int references posts on delete set null,
  created_at timestamptz(3) not null default now(),
  primary key (member_id, key)
);
create index post_keys_post on post_keys (post_id);
create index post_keys_created on post_keys (created_at);
