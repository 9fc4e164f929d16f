import { type Db, run } from '#kernel/db.ts'

/** 20,000 projects owned by 1,000 members. Each has a repository; 500 repositories are due for a refresh. */
export async function seedProjects(db: Db): Promise<void> {
  await run(db)`
    insert into project_repositories (address, due_at, used_at, facts)
    select 'https://github.com/o/r' || n, now() + (n - 500) * interval '1 minute', now(), '{}'
    from generate_series(1, 20000) n`
  await run(db)`
    insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset,
      demo_video_url, deployment_url, github_url, repository, technologies, technology_keys, is_featured, position)
    select 1 + n % 1000, 'Project ' || n, 'A project', '', '', '', '', '', address, address, array['T' || n % 500],
      array['t' || n % 500], n % 20 = 0, n / 1000
    from generate_series(1, 20000) n, lateral (select 'https://github.com/o/r' || n as address) repository`
  await run(db)`
    insert into search_projects (project_id, words)
    select id, setweight(to_tsvector('search', search_text(title)), 'A')
      || setweight(to_tsvector('search', search_text(array_to_string(technologies, ' '))), 'B')
      || to_tsvector('search', search_text(description))
    from all_projects`
}
