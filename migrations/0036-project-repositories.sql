-- GitHub data about project repositories, stored once for all projects.
create table project_repositories (
  id int generated always as identity primary key,
  -- In canonical form.
  address text not null unique,
  -- Null before the first fetch, and when the repository is no longer available.
  facts jsonb,
  -- GitHub’s ETags.
  etag text,
  readme_etag text,
  -- Sanitized; empty if there is no README. Rendered by this version of the renderer.
  readme_html text not null default '',
  render_version int not null default 0,
  checked_at timestamptz(3),
  -- Not fetched before this time.
  due_at timestamptz(3) not null,
  -- Why the last fetch failed.
  failure text,
  -- When a project with this repository was last saved.
  used_at timestamptz(3) not null
);
create index project_repositories_due on project_repositories (due_at);
create index project_repositories_used on project_repositories (used_at);

alter table all_projects
  -- The repository of `github_url`, as in `project_repositories`.
  add column repository text,
  add column shows_readme boolean not null default true;
create index projects_by_repository on all_projects (repository) where repository is not null;
create or replace view projects as select * from all_projects
  where exists (select from members where members.id = all_projects.member_id);

-- Also notifies members of mentions of their projects, like mentions of their profile.
create or replace function webmention_is_told(mention webmentions) returns boolean language sql immutable
  return (mention.post_id is not null or mention.target_path like '/profile/%' or mention.target_path like '/projects/%')
    and mention.status = 'approved' and mention.state = 'verified';
