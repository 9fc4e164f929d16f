-- Violations of the Content Security Policy, as browsers report them. Equal violations share a row, and nothing in it
-- identifies a visitor: addresses are shortened to their origin or to the first part of their path.
create table policy_reports (
  id int generated always as identity primary key,
  -- Such as 'script-src-elem'.
  directive text not null check (length(directive) <= 40),
  -- What was blocked: an origin, a path of this site, or a keyword such as 'inline'.
  blocked text not null check (length(blocked) <= 200),
  -- The page: '/post/…'.
  page text not null check (length(page) <= 80),
  -- The script that caused the violation, and the line in it; null if unknown.
  source text check (length(source) <= 200),
  line int,
  count int not null default 1,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  unique nulls not distinct (directive, blocked, page, source, line)
);
