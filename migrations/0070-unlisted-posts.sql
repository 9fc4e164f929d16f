-- Unlisted posts can be read by anyone who has the link but do not appear in any list, feed, search, or sitemap. Lists
-- and counts treat them as hidden, like posts by suspended members.
alter table all_posts
  add column is_unlisted boolean not null default false,
  add check (is_withheld or not is_unlisted);
create index posts_unlisted on all_posts (member_id, created_at desc, id desc) where is_unlisted;

create or replace view posts as select * from all_posts where not is_withheld;

-- Posts that can be read at their URL: all of `posts`, and unlisted posts unless their author is suspended.
create view readable_posts as
  select * from all_posts where not is_withheld or (is_unlisted
    and not exists (select from all_members where all_members.id = member_id and standing = 'suspended'));

create or replace view posts_with_hidden as
  select id, member_id, title, content, content_html, plain_text, excerpt, is_long_form, category_id, created_at,
    updated_at, version, editor_id, is_withheld and not is_unlisted as is_hidden, slug, canonical_url, cover,
    is_withheld, is_unlisted
  from all_posts;
