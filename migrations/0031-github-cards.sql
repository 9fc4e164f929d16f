-- GitHub data about repositories, issues, pull requests, or file lines that posts link to, stored once for all posts.
create table github_cards (
  id int generated always as identity primary key,
  -- The linked URL in canonical form.
  address text not null unique,
  -- Null before the first fetch, and when the data is no longer available: the link stays a link.
  facts jsonb,
  -- GitHub’s ETag.
  etag text,
  fetched_at timestamptz(3),
  checked_at timestamptz(3),
  -- Not fetched before this time.
  due_at timestamptz(3) not null,
  -- Why the last fetch failed.
  failure text,
  -- When a post was last found to contain this link.
  used_at timestamptz(3) not null default now()
);
create index github_cards_due on github_cards (due_at);
create index github_cards_used on github_cards (used_at);
create index github_cards_paused on github_cards (due_at) where failure = 'limit';

create table github_card_posts (
  post_id int not null references all_posts on delete cascade,
  card_id int not null references github_cards on delete cascade,
  primary key (post_id, card_id)
);
create index github_card_posts_by_card on github_card_posts (card_id);
