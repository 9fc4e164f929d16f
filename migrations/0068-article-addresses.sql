-- Readable URLs for articles (/blog/{slug}), canonical URLs for articles first published elsewhere, and covers.
-- `cover`: {url, alt, src, srcset, width, height}, as in the API.
alter table all_posts
  add column slug text check (length(slug) between 1 and 120),
  add column canonical_url text,
  add column cover jsonb;
create unique index posts_by_slug on all_posts (slug) where slug is not null;

-- Every slug that an article has or had; former slugs redirect. The slug of a deleted post may be reused.
create table post_slugs (
  slug text primary key check (length(slug) between 1 and 120),
  post_id int not null
);
create index post_slugs_of_post on post_slugs (post_id);

create or replace view posts as select * from all_posts where not is_withheld;
create or replace view posts_with_hidden as
  select id, member_id, title, content, content_html, plain_text, excerpt, is_long_form, category_id, created_at,
    updated_at, version, editor_id, is_withheld as is_hidden, slug, canonical_url, cover
  from all_posts;

-- Creates slugs for existing articles. `slugOf` in src/schemas/slugs.contract.ts creates those for new articles.
with plain as (
  select id, left(trim(both '-' from regexp_replace(
    regexp_replace(normalize(lower(coalesce(title, '')), NFKD), '[\u0300-\u036f’'']', '', 'g'),
    '[^a-z0-9]+', '-', 'g')), 90) as slug
  from all_posts where is_long_form),
numbered as (
  select id, case when slug in ('', 'create', 'edit') then 'post' else rtrim(slug, '-') end as slug,
    row_number() over (partition by case when slug in ('', 'create', 'edit') then 'post' else rtrim(slug, '-') end
      order by id) as number
  from plain)
update all_posts set slug = case when number = 1 and numbered.slug <> 'post' then numbered.slug
    else numbered.slug || '-' || all_posts.id end
  from numbered where numbered.id = all_posts.id;
insert into post_slugs (slug, post_id) select slug, id from all_posts where slug is not null;
