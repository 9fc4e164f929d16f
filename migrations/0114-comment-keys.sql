-- Keys that browsers choose for comments, so that a comment that is sent again because the response was lost is not added
-- twice. `comment_id` is null if the comment has been deleted permanently. Rows are kept for 30 days.
create table comment_keys (
  key text primary key,
  comment_id int references all_comments on delete set null,
  created_at timestamptz(3) not null default now()
);
create index comment_keys_comment on comment_keys (comment_id);
create index comment_keys_created on comment_keys (created_at);
