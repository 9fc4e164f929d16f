-- Ordered collections of articles. The name belongs to the member; the slug is unique on the site and never changes.
create table series (
  id int generated always as identity primary key,
  member_id int not null references all_members,
  slug text not null unique check (length(slug) between 1 and 120),
  name text not null check (length(name) between 1 and 100),
  description text not null default '',
  created_at timestamptz(3) not null default now()
);
create unique index series_by_name on series (member_id, lower(name));

-- `part`: the number chosen by the author, or the next number. Equal numbers are ordered by time.
create table series_posts (
  post_id int primary key references all_posts on delete cascade,
  series_id int not null references series,
  part int not null check (part between 1 and 100000)
);
create index series_posts_in_order on series_posts (series_id, part, post_id);

-- A view for other features.
create view series_of_posts as
  select post_id, series_id, name, slug, part from series_posts join series on series.id = series_id;
