-- Sites that were told of a link to them in a post or a comment. The rows outlive the link, the comment and the post, since
-- the sites are told of their end too: so they refer to nothing.
create table sent_webmentions (
  id int generated always as identity primary key,
  post_id int not null,
  -- The comment on the post that holds the link; null when the post itself does.
  comment_id int,
  -- The page that holds it, without the site's own address. It stays: by it the other site knows the mention again.
  source text not null,
  -- As it is written in the page: the other site looks for it letter by letter.
  target text not null,
  is_linked boolean not null default true,
  -- Counts the occasions to tell: what comes of an earlier one is of no interest.
  round int not null default 1,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'no endpoint', 'failed')),
  endpoint text,
  -- What the other site has said last, in words.
  answer text not null default '',
  -- The other site has once taken note.
  was_heard boolean not null default false,
  -- In this round.
  tries int not null default 0,
  tried_at timestamptz(3),
  next_try_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique nulls not distinct (post_id, comment_id, target)
);
