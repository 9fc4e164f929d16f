-- Limits the size of rendered HTML. `is_truncated`: content_html contains only the beginning of the text.
-- `beginning_html`: the part of a long post that lists and feeds show; null if content_html is short enough.
alter table all_posts
  add column is_truncated boolean not null default false,
  add column beginning_html text;
create or replace view posts as select * from all_posts where not is_withheld;
alter table post_versions add column is_truncated boolean not null default false;
