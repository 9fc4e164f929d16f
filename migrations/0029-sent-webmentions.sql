-- Sites that were notified of a link in a post or comment. Rows outlive the link, the comment, and the post, because
-- sites are notified of their removal too. Therefore, they have no foreign keys.
create table sent_webmentions (
  id int generated always as identity primary key,
  post_id int not null,
  -- The comment that contains the link; null for the post itself.
  comment_id int,
  -- The page that contains it, without the site’s origin. Permanent, because the other site identifies the mention by
  -- it.
  source text not null,
  -- As written in the page, because the other site searches for it exactly.
  target text not null,
  is_linked boolean not null default true,
  -- Counts the rounds of sending: results of earlier ones are ignored.
  round int not null default 1,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'no endpoint', 'failed')),
  endpoint text,
  -- The last response of the other site, for people.
  answer text not null default '',
  -- The other site has accepted it before.
  was_heard boolean not null default false,
  -- In this round.
  tries int not null default 0,
  tried_at timestamptz(3),
  next_try_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique nulls not distinct (post_id, comment_id, target)
);
