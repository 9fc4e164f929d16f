import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { connect, type Db, one, run, sql } from '#kernel/db.ts'
import { testConnection, testDb } from '#tests/database.ts'
import { readWhole } from '#tests/plans.ts'
import { watchStatements } from '#tests/statements.ts'
import { projectPostsQuery, projectStreamsQuery } from './project-mentions.store.ts'
import type { Project } from './projects.contract.ts'
import { listProjects, projectsQuery } from './projects.store.ts'

let db: Db
let memberId: number

/** 20,000 projects of 1,000 members, and 50,000 posts with two links each. */
beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name)
    select 'test', n::text, 'member' || n, 'Member ' || n from generate_series(1, 1000) n`
  memberId = (await one<{ id: number }>(db)`select max(id) as id from members`)!.id
  await run(db)`
    insert into all_projects (member_id, title, description, thumbnail_url, thumbnail_src, thumbnail_srcset, demo_video_url,
      deployment_url, github_url, technologies, technology_keys, is_featured, position)
    select ${memberId} - n % 1000, 'Project ' || n, 'What it is', '', '', '', '', '', '', array['T' || n % 500],
      array['t' || n % 500], n % 20 = 0, n / 1000 from generate_series(1, 20000) n`
  await run(db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
    select ${memberId}, 'x', '<a href="https://elsewhere.example/' || n || '">a</a> <a href="/projects/' || n % 5000 || '">b</a>',
      'x', 1, 5, false from generate_series(1, 50000) n`
  await run(db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, is_playback_public, stream_key, title,
      description, is_public)
    select ${memberId} - n % 1000, 'embedded', n::text, n::text, true, 'key', 'Stream', 'https://elsewhere.example/' || n, true
    from generate_series(1, 10000) n`
  await sql`vacuum analyze all_members, all_projects, all_posts, post_links, all_livestreams, livestream_links`.execute(
    db,
  )
}, 90_000)

const linked = { id: 7, deploymentUrl: 'https://elsewhere.example/7', githubUrl: '' } as Project

test('no list of projects reads them all, and neither do the posts and streams that lead to one', async () => {
  const queries = {
    all: projectsQuery({ page: 1 }),
    of: projectsQuery({ page: 1, userId: memberId }),
    named: projectsQuery({ page: 1, username: 'member7' }),
    with: projectsQuery({ page: 1, technology: 'T7' }),
    telling: projectPostsQuery(linked),
    streams: projectStreamsQuery(linked, 'https://site.example'),
  }
  for (const [name, query] of Object.entries(queries)) {
    const whole = (await readWhole(db, query)).filter((table) => table !== 'all_members')
    assert.deepEqual(whole, [], name)
  }
})

test('two hundred projects, with their owners and pictures, are one statement', async () => {
  const seen: string[] = []
  watchStatements((text) => seen.push(text))
  const fresh = connect({ ...(await testConnection()), onError: () => {} })
  try {
    assert.equal((await listProjects(fresh, { page: 1 }, null)).length, 200)
    assert.deepEqual(seen.length, 1, seen.join())
  } finally {
    await fresh.destroy()
  }
})
