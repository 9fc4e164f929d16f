-- The language of a post's text as a BCP 47 tag: chosen by its author, or detected. Posts that exist already are
-- rendered again in the background, which also detects their language.
alter table all_posts add column language text, add column detected_language text;

create or replace view posts as select * from all_posts where not is_withheld;
create or replace view readable_posts as
  select * from all_posts where not is_withheld or (is_unlisted
    and not exists (select from all_members where all_members.id = member_id and standing = 'suspended')
    and not (is_long_form and exists (select from site_settings where settings -> 'sectionsOff' @> '["blog"]')));
create or replace view posts_with_hidden as
  select id, member_id, title, content, content_html, plain_text, excerpt, is_long_form, category_id, created_at,
    updated_at, version, editor_id, is_withheld and not is_unlisted as is_hidden, slug, canonical_url, cover,
    is_withheld, is_unlisted, language
  from all_posts;
