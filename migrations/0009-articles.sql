-- Earlier versions of posts. The post’s own row is its newest version.
alter table posts
  add column version int not null default 1,
  -- The editor of the newest version, if not the author.
  add column editor_id int references members on delete set null;

create table post_versions (
  post_id int not null references posts on delete cascade,
  number int not null,
  editor_id int references members on delete set null,
  title text,
  content text not null,
  content_html text not null,
  category_id int not null references post_categories,
  is_long_form boolean not null,
  written_at timestamptz(3) not null,
  primary key (post_id, number)
);

-- A post’s text without markup, and the version of the renderer that produced it and the HTML; 0 means outdated.
alter table posts
  add column plain_text text not null default '',
  add column render_version smallint not null default 0;
create index posts_by_render_version on posts (render_version, id);

-- Drafts of articles. The key, chosen by the browser, is also the idempotency key for publishing (post_keys), so that a
-- published draft is recognized. `base_updated_at`: the version of the post that an edit is based on.
create table drafts (
  member_id int not null references members on delete cascade,
  key text not null,
  post_id int references posts on delete set null,
  base_updated_at timestamptz(3),
  title text not null,
  content text not null,
  category_id int references post_categories,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (member_id, key)
);
create unique index drafts_by_post on drafts (member_id, post_id);
create index drafts_newest on drafts (member_id, updated_at desc);
create index drafts_post on drafts (post_id) where post_id is not null;
