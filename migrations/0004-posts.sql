create table post_categories (
  id int primary key,
  name text not null unique,
  display_name text not null,
  color text not null
);
insert into post_categories (id, name, display_name, color) values
  (1, 'tech_tips', 'Tech Tips', 'teal'),
  (2, 'project_updates', 'Project Updates', 'blue'),
  (3, 'job_openings', 'Job Openings', 'amber'),
  (4, 'show_and_tell', 'Show and Tell', 'violet'),
  (5, 'general_thoughts', 'General Thoughts', 'slate');

-- Times have the API’s precision, milliseconds, so that a time from a response matches its row. No cascade from
-- members: posts are removed through their store, which updates the totals.
create table posts (
  id int generated always as identity primary key,
  member_id int not null references members,
  title text,
  content text not null,
  content_html text not null,
  excerpt text not null,
  reading_minutes int not null,
  category_id int not null references post_categories,
  is_long_form boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Columns duplicated in like_counts, whose foreign key keeps them in sync.
  unique (id, is_long_form, category_id, created_at)
);
create index posts_newest on posts (created_at desc, id desc);
create index posts_by_kind on posts (is_long_form, created_at desc, id desc);
create index posts_by_category on posts (category_id, created_at desc, id desc);
create index posts_by_kind_and_category on posts (is_long_form, category_id, created_at desc, id desc);
create index posts_by_member on posts (member_id, created_at desc, id desc);

-- Tombstones of deleted posts, whose URLs return 410 permanently.
create table post_tombstones (
  post_id int primary key,
  deleted_by int references members on delete set null,
  deleted_at timestamptz(3) not null default now()
);

-- Post counts, updated by the statements that add, move, and remove posts.
create table post_totals (
  is_long_form boolean not null,
  category_id int not null references post_categories,
  total int not null default 0 check (total >= 0),
  primary key (is_long_form, category_id)
);
insert into post_totals (is_long_form, category_id) select kind, id from post_categories, (values (false), (true)) as kinds (kind);
