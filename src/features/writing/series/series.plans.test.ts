import assert from 'node:assert/strict'
import { feedPostsQuery } from '#features/discovery/feeds/feeds.store.ts'
import { one, sql } from '#kernel/db.ts'
import { test } from '#tests/large-site/large-site.ts'
import { longSeries } from '#tests/large-site/series.ts'
import { indexesOf, runOf } from '#tests/support/plans.ts'
import { partsQuery, placeQuery } from './series.store.ts'

const idOf = async (db: Parameters<typeof one>[0], slug: string) =>
  (await one<{ id: number }>(db)`select id from series where slug = ${slug}`)!.id

test('reads only as many rows as a series has articles', async ({ db }) => {
  const id = await idOf(db, longSeries)
  const post = (await one<{ id: number }>(db)`select max(post_id) as id from series_posts where series_id = ${id}`)!.id
  for (const query of [partsQuery(id), placeQuery(post), feedPostsQuery({ seriesId: id })]) {
    const nodes = await runOf(db, sql`${query}`)
    assert.ok(
      nodes.every((node) => node['Actual Rows'] <= 500),
      JSON.stringify(nodes),
    )
    assert.ok(indexesOf(nodes).includes('series_posts_in_order'), JSON.stringify(nodes))
  }
})
