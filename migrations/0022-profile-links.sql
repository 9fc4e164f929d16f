-- A member’s links in order, each with `label` and `url`, in one row, so that each save is atomic.
create table profile_links (
  member_id int primary key references all_members on delete cascade,
  links jsonb not null check (jsonb_array_length(links) <= 10)
);

-- Whether a page linked back to the member’s profile (`profile_url`) at the last check.
create table link_checks (
  member_id int not null references all_members on delete cascade,
  url text not null,
  profile_url text not null,
  verified_at timestamptz(3),
  due_at timestamptz(3) not null,
  primary key (member_id, url)
);
create index link_checks_due on link_checks (due_at);
