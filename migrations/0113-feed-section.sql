-- While the feed is off, short posts are hidden as articles are while the blog is off (see 0093).
create or replace view readable_posts as
  select * from all_posts where not is_withheld or (is_unlisted
    and not exists (select from all_members where all_members.id = member_id and standing = 'suspended')
    and not exists (select from site_settings
      where settings -> 'sectionsOff' @> case when is_long_form then '["blog"]'::jsonb else '["feed"]'::jsonb end));
