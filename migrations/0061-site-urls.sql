-- All public URLs that the site has had, so that it recognizes pictures uploaded under earlier URLs.
create table site_urls (
  url text primary key,
  recorded_at timestamptz not null default now()
);

-- Earlier URLs: the origins of uploads stored by this site. A hosted project serves its own uploads.
create temporary table own_upload as
  select distinct found[1] as origin
  from (
    select profile_image from all_members union all select thumbnail_url from all_projects
    union all select picture from sponsors union all select content from all_posts
    union all select content from post_versions union all select content from drafts
  ) as texts (written), regexp_matches(written,
    '(https?://[^]/?#\s()<>"[]+)/storage/v1/object/public/(profile-images|post-images|project-images)/([\w./-]+)', 'g') found
  where exists (select from storage_objects where bucket = found[2] and path = found[3])
    and not exists (select from all_members where starts_with(issuer, found[1] || '/'));
insert into site_urls (url) select origin from own_upload;

-- From now on, upload URLs are stored as paths.
update all_members set profile_image = substr(profile_image, length(origin) + 1)
  from own_upload where starts_with(profile_image, origin || '/storage/v1/object/public/');
update sponsors set picture = substr(picture, length(origin) + 1)
  from own_upload where starts_with(picture, origin || '/storage/v1/object/public/');
-- A thumbnail that was saved after a move used the proxy, which cannot reach the old URL.
update all_projects set thumbnail_url = substr(thumbnail_url, length(origin) + 1),
    thumbnail_src = substr(thumbnail_url, length(origin) + 1),
    thumbnail_srcset = case when starts_with(thumbnail_src, origin)
      then replace(thumbnail_srcset, origin || '/storage/', '/storage/') else '' end
  from own_upload where starts_with(thumbnail_url, origin || '/storage/v1/object/public/');

-- Texts stay as written; those that contain such a URL are re-rendered.
update all_posts set render_version = 0
  from own_upload where strpos(content, origin || '/storage/v1/object/public/') > 0;
update post_versions set render_version = 0
  from own_upload where strpos(content, origin || '/storage/v1/object/public/') > 0;
drop table own_upload;
