-- While the blog is off, articles are hidden like posts by suspended members (features/writing/posts/hidden-posts.store.ts).
-- Unlisted articles are hidden already, but could be read at their URL.
create or replace view readable_posts as
  select * from all_posts where not is_withheld or (is_unlisted
    and not exists (select from all_members where all_members.id = member_id and standing = 'suspended')
    and not (is_long_form and exists (select from site_settings where settings -> 'sectionsOff' @> '["blog"]')));
