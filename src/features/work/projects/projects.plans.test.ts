import assert from 'node:assert/strict'
import { connect } from '#kernel/db.ts'
import { test } from '#tests/large-site/large-site.ts'
import { readWhole } from '#tests/support/plans.ts'
import { watchStatements } from '#tests/support/statements.ts'
import { projectPostsQuery, projectStreamsQuery } from './project-mentions.store.ts'
import type { Project } from './projects.contract.ts'
import { findProjects, projectsQuery } from './projects.store.ts'

const linked = { id: 7, deploymentUrl: 'https://elsewhere.example/7', githubUrl: '' } as Project

const queries = {
  'all projects': projectsQuery({ page: 1 }),
  'projects by member ID': projectsQuery({ page: 1, userId: 7 }),
  'projects by username': projectsQuery({ page: 1, username: 'member7' }),
  'projects by technology': projectsQuery({ page: 1, technology: 'T7' }),
  'posts that link to a project': projectPostsQuery(linked),
  'livestreams that link to a project': projectStreamsQuery(linked, 'https://site.example'),
}

test.for(Object.entries(queries))('lists %s without a full table scan', async ([, query], { db }) => {
  const whole = await readWhole(db, query)
  assert.deepEqual(
    whole.filter((table) => table !== 'all_members'),
    [],
  )
})

test('lists 200 projects with their owners and pictures in one statement', async ({ connection }) => {
  const seen: string[] = []
  watchStatements((text) => seen.push(text))
  const watched = connect({ ...connection, onError: () => {} })
  try {
    assert.equal((await findProjects(watched, { page: 1 }, null)).length, 200)
    assert.deepEqual(seen.length, 1, seen.join())
  } finally {
    await watched.destroy()
  }
})
