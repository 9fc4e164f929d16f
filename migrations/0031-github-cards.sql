-- What GitHub says of a repository, an issue, a pull request or lines of a file that posts link to, once for all of them.
create table github_cards (
  id int generated always as identity primary key,
  -- What is linked to, in one spelling of the many.
  address text not null unique,
  -- Null until it was read, and when it can be read no more: the link stays a link.
  facts jsonb,
  -- GitHub's name for this state of it.
  etag text,
  fetched_at timestamptz(3),
  checked_at timestamptz(3),
  -- Before it GitHub is not asked again.
  due_at timestamptz(3) not null,
  -- Why the last try failed.
  failure text,
  -- When a post was last found to link there.
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
