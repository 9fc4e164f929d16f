import assert from 'node:assert/strict'
import { test } from '#tests/large-site/large-site.ts'
import { readWhole } from '#tests/support/plans.ts'
import { dueRepositoriesQuery, projectRepositoryQuery } from './project-repositories.store.ts'

test('uses an index to find a project’s repository, and to find repositories that are due for a refresh', async ({
  db,
}) => {
  for (const query of [projectRepositoryQuery(777), dueRepositoriesQuery(new Date(), 100)])
    assert.deepEqual(await readWhole(db, query), [])
})
