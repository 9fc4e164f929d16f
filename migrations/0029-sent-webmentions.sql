-- Sites that were notified of a link in a post or comment. Rows outlive the link, the comment, and the post, because
-- sites are also notified of removals. Therefore, there are no foreign keys.
create table sent_webmentions (
  id int generated always as identity primary key,
  post_id int not null,
  -- The comment that contains the link; null for the post itself.
  comment_id int,
  -- The page that contains the link, without the site’s origin. Permanent, because the other site identifies the
  -- mention by it.
  source text not null,
  -- As written in the page, because the other site searches for it exactly.
  target text not null,
  is_linked boolean not null default true,
  -- The round of sending; results of earlier rounds are ignored.
  round int not null default 1,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'no endpoint', 'failed')),
  endpoint text,
  -- The other site’s last response, as text for people.
  answer text not null default '',
  -- Whether the other site has accepted this webmention before.
  was_heard boolean not null default false,
  -- Attempts in this round.
  tries int not null default 0,
  tried_at timestamptz(3),
  next_try_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique nulls not distinct (post_id, comment_id, target)
);
