-- Pages with their own URLs, such as /about. They belong to the site: `author_id` is null once the author has deleted
-- their account. `published_at`: when the page was first published; the slugs of a page that was never published are
-- not kept.
create table site_pages (
  id int generated always as identity primary key,
  slug text not null unique
    check (length(slug) <= 80 and slug ~ '^[a-z0-9]+(-+[a-z0-9]+)*(/[a-z0-9]+(-+[a-z0-9]+)*){0,2}$'),
  title text not null check (length(title) between 1 and 200),
  content text not null,
  content_html text not null,
  description text not null,
  render_version smallint not null,
  is_in_navigation boolean not null,
  -- The position in the navigation.
  position int not null default 0,
  is_published boolean not null,
  author_id int references all_members,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  published_at timestamptz(3)
);
create index site_pages_in_navigation on site_pages (position, id) where is_published and is_in_navigation;
create index site_pages_by_author on site_pages (author_id);
create index site_pages_by_render_version on site_pages (render_version);

-- Former slugs of published pages, whose URLs redirect.
create table former_page_slugs (
  slug text primary key,
  page_id int not null references site_pages on delete cascade
);
create index former_page_slugs_of_page on former_page_slugs (page_id);
