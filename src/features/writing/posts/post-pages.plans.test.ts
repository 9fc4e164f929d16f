import assert from 'node:assert/strict'
import { inTransaction, run } from '#kernel/db.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, planOf, readWhole } from '#tests/support/plans.ts'
import { postForPageQuery } from './posts.store.ts'

const indexes = [
  'comment_counts_pkey',
  'like_counts_pkey',
  'post_categories_pkey',
  'post_tags_pkey',
  'series_posts_pkey',
  'webmention_counts_pkey',
]

test.for([
  { name: { id: 4000 }, indexes },
  { name: { slug: 'an-article' }, indexes: [...indexes, 'post_slugs_pkey'] },
])('finds the post for a page in indexes: $name', async ({ name, indexes }, { db }) => {
  const query = postForPageQuery(name)
  const [nodes, scanned] = await inTransaction(db, async (db) => {
    // Some of these tables are so small on the large site that the planner would prefer a scan.
    await run(db)`set local enable_seqscan = off`
    return [await planOf(db, query), await readWhole(db, query)]
  })
  assert.deepEqual(scanned, [])
  const used = new Set(indexesOf(nodes))
  assert.deepEqual(
    indexes.filter((index) => !used.has(index)),
    [],
  )
})
