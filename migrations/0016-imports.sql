-- What members have brought along from elsewhere, so that nothing is brought twice. `post_id` is set apart before the post
-- is made, so that posts brought along can link to one another. A row without `imported_at` is one that an interrupted
-- run has left to the next. Rows outlive their post: what has been deleted here is not brought again.
create table imports (
  member_id int not null references members on delete cascade,
  source_key text not null,
  post_id int not null,
  draft_key text,
  imported_at timestamptz(3),
  primary key (member_id, source_key)
);
