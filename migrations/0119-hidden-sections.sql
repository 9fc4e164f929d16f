-- Posts of a section that is off are hidden from the moment the settings are saved, although their rows are changed
-- later, in batches (features/writing/posts/post-section-jobs.ts).

-- The settings may contain pictures and are then slow to read.
alter table site_settings add column sections_off jsonb generated always as (settings -> 'sectionsOff') stored;

-- The kinds of posts whose section is off: is_long_form as a number. Comparing with numbers keeps the planner from
-- using the condition for an index scan, and from estimating that it excludes many posts.
create view hidden_post_kinds as
  select kinds.is_long_form from site_settings
  join (values (0, '"feed"'::jsonb), (1, '"blog"'::jsonb)) as kinds (is_long_form, section) on sections_off @> section;

-- Lists of posts are read from these indexes alone. They are built first, while posts can still be read.
create index new_posts_newest on all_posts (created_at desc, id desc) include (member_id, is_long_form)
  where not is_withheld;
create index new_posts_by_category on all_posts (category_id, created_at desc, id desc) include (member_id, is_long_form)
  where not is_withheld;
create index new_posts_by_member on all_posts (member_id, created_at desc, id desc) include (category_id, is_long_form)
  where not is_withheld;
create index new_articles_by_member on all_posts (member_id, created_at desc, id desc) include (is_long_form)
  where is_long_form and not is_withheld;
drop index posts_newest, posts_by_category, posts_by_member, articles_by_member;
alter index new_posts_newest rename to posts_newest;
alter index new_posts_by_category rename to posts_by_category;
alter index new_posts_by_member rename to posts_by_member;
alter index new_articles_by_member rename to articles_by_member;

create or replace view posts as
  select * from all_posts
  where not is_withheld and is_long_form::int <> all (array(select hidden.is_long_form from hidden_post_kinds hidden));
create or replace view readable_posts as
  select * from all_posts
  where is_long_form::int <> all (array(select hidden.is_long_form from hidden_post_kinds hidden))
    and (not is_withheld or (is_unlisted
      and not exists (select from all_members where all_members.id = member_id and standing = 'suspended')));
