import assert from 'node:assert/strict'
import { test } from '#tests/large-site/large-site.ts'
import { readWhole } from '#tests/support/plans.ts'
import { postForPageQuery } from './posts.store.ts'

/** Tables with so few rows on the test's site that reading them completely is cheapest. */
const small = new Set(['comment_counts', 'pins', 'post_categories', 'post_slugs', 'webmention_counts'])

test.for([{ id: 4000 }, { slug: 'an-article' }])('finds the post for a page in indexes: %o', async (name, { db }) => {
  const tables = await readWhole(db, postForPageQuery(name))
  assert.deepEqual(
    tables.filter((table) => table === undefined || !small.has(table)),
    [],
  )
})
