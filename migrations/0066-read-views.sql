-- Views for features that read other features’ tables. A table’s owner may change it as long as its views stay the
-- same.

-- Members, including suspended and deleted ones. `members` contains only present members.
create view authors as select id, username, display_name, profile_image, role, standing from all_members;

-- Posts, including those of suspended members. `posts` contains only visible posts.
create view posts_with_hidden as
  select id, member_id, title, content, content_html, plain_text, excerpt, is_long_form, category_id, created_at,
    updated_at, version, editor_id, is_withheld as is_hidden
  from all_posts;

-- Livestreams, including those of suspended members. `livestreams` contains only visible livestreams.
create view livestreams_with_hidden as select id, member_id, provider, provider_id from all_livestreams;

create view categories as select id, name, display_name, color from post_categories;
