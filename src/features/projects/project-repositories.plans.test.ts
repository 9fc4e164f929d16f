import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { readWhole } from '#tests/plans.ts'
import { dueRepositoriesQuery, projectRepositoryQuery } from './project-repositories.store.ts'

test('of 20,000 repositories a page reads its own, and the next that are due are found by their time', async () => {
  const db = await testDb()
  await run(
    db,
  )`insert into members (issuer, subject, username, display_name) values ('test', 'b', 'builder', 'Builder')`
  await run(db)`
    insert into project_repositories (address, due_at, used_at, facts)
    select 'https://github.com/o/r' || n, now() + (n - 500) * interval '1 minute', now(), '{}' from generate_series(1, 20000) n`
  await run(db)`
    insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset, demo_video_url,
      deployment_url, github_url, repository, technologies, technology_keys, is_featured, position)
    select id, 'Project ' || n, 'What it is', '', '', '', '', '', '', 'https://github.com/o/r' || n, '{}', '{}', false, n
    from members, generate_series(1, 20000) n`
  await sql`vacuum analyze all_projects, project_repositories, all_members`.execute(db)
  for (const query of [projectRepositoryQuery(777), dueRepositoriesQuery(new Date(), 100)]) {
    const whole = (await readWhole(db, query)).filter((table) => table !== 'all_members')
    assert.deepEqual(whole, [])
  }
}, 60_000)
