-- Items that members have imported, so that nothing is imported twice. `post_id` is reserved before the post is
-- created, so that imported posts can link to each other. A row without `imported_at` was left by an interrupted run.
-- Rows outlive their posts, so that items deleted here are not imported again.
create table imports (
  member_id int not null references members on delete cascade,
  source_key text not null,
  post_id int not null,
  draft_key text,
  imported_at timestamptz(3),
  primary key (member_id, source_key)
);
