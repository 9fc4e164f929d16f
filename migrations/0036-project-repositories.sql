-- What GitHub says of the repositories that projects lead to, once for all of them.
create table project_repositories (
  id int generated always as identity primary key,
  -- In one spelling of the many.
  address text not null unique,
  -- Null until it was read, and when it can be read no more.
  facts jsonb,
  -- GitHub's names for this state of them.
  etag text,
  readme_etag text,
  -- Sanitised; empty where there is none. Made by this version of the renderer.
  readme_html text not null default '',
  render_version int not null default 0,
  checked_at timestamptz(3),
  -- Before it GitHub is not asked again.
  due_at timestamptz(3) not null,
  -- Why the last try failed.
  failure text,
  -- When a project was last saved that leads there.
  used_at timestamptz(3) not null
);
create index project_repositories_due on project_repositories (due_at);
create index project_repositories_used on project_repositories (used_at);

alter table all_projects
  -- The repository that `github_url` is, as `project_repositories` spells it.
  add column repository text,
  add column shows_readme boolean not null default true;
create index projects_by_repository on all_projects (repository) where repository is not null;
create or replace view projects as select * from all_projects
  where exists (select from members where members.id = all_projects.member_id);

-- Whose project is mentioned is told as well, as of a profile.
create or replace function webmention_is_told(mention webmentions) returns boolean language sql immutable
  return (mention.post_id is not null or mention.target_path like '/profile/%' or mention.target_path like '/projects/%')
    and mention.status = 'approved' and mention.state = 'verified';
