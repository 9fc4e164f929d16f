-- Members’ projects. Missing URLs are empty.
create table all_projects (
  id int generated always as identity primary key,
  member_id int not null references all_members on delete cascade,
  title text not null,
  description text not null,
  -- As the member entered it. Pages show the other two: our copy, or an image from the proxy.
  thumbnail_url text not null,
  thumbnail_src text not null,
  thumbnail_srcset text not null,
  demo_video_url text not null,
  deployment_url text not null,
  github_url text not null,
  technologies text[] not null,
  -- The same in lowercase, for filters.
  technology_keys text[] not null,
  is_featured boolean not null,
  -- Order among the member’s projects, lowest first. New projects come before the others.
  position int not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index projects_in_order on all_projects (is_featured desc, position, id desc);
create index projects_of_member on all_projects (member_id, is_featured desc, position, id desc);
create index projects_by_technology on all_projects using gin (technology_keys) with (fastupdate = off);

-- Excludes projects of hidden members.
create view projects as select * from all_projects
  where exists (select from members where members.id = all_projects.member_id);

-- The links in posts, used to find the posts that mention a project. `key`: the URL without scheme, www, fragment, and
-- trailing slash; for pages of a GitHub repository, the repository.
create function link_key(address text) returns text language sql immutable parallel safe as $$
  select left(coalesce(regexp_replace(substring(key from '^github\.com/[^/?]+/[^/?]+'), '\.git$', ''), key), 500)
  from (select rtrim(lower(regexp_replace(split_part(replace(address, '&amp;', '&'), '#', 1),
    '^https?://(www\.)?', '', 'i')), '/') as key) as named
$$;
create table post_links (
  post_id int not null references all_posts on delete cascade,
  key text not null,
  primary key (post_id, key)
);
create index post_links_by_key on post_links (key, post_id desc);

create function post_links_of(html text) returns setof text language sql immutable parallel safe as $$
  select distinct link_key(found[1]) from regexp_matches(html, 'href="([^"#][^"]*)"', 'g') found
$$;
create function post_links_keep() returns trigger language plpgsql as $$
begin
  delete from post_links where post_id = new.id;
  insert into post_links (post_id, key) select new.id, key from post_links_of(new.content_html) as key;
  return null;
end $$;
create trigger post_links_new after insert on all_posts for each row execute function post_links_keep();
create trigger post_links_changed after update of content_html on all_posts for each row
  when (old.content_html is distinct from new.content_html) execute function post_links_keep();
insert into post_links (post_id, key) select id, key from all_posts, post_links_of(content_html) as key;

-- Updated by triggers, like the search words of posts.
create table search_projects (
  project_id int primary key references all_projects on delete cascade,
  words tsvector not null
);
create function search_keep_project() returns trigger language plpgsql as $$
begin
  insert into search_projects (project_id, words)
  values (new.id, setweight(to_tsvector('search', search_text(new.title)), 'A')
    || setweight(to_tsvector('search', search_text(array_to_string(new.technologies, ' '))), 'B')
    || to_tsvector('search', search_text(new.description)))
  on conflict (project_id) do update set words = excluded.words;
  return null;
end $$;
create trigger search_new_project after insert on all_projects for each row execute function search_keep_project();
create trigger search_changed_project after update on all_projects for each row
  when ((old.title, old.technologies, old.description) is distinct from (new.title, new.technologies, new.description))
  execute function search_keep_project();
create index search_projects_words on search_projects using gin (words) with (fastupdate = off);
