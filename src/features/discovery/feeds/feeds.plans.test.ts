import assert from 'node:assert/strict'
import { star, streamer } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, type RunNode, runOf } from '#tests/support/plans.ts'
import { feedLivestreamsQuery, feedPostsQuery } from './feeds.store.ts'

/** Returns how many rows the node has read in all loops. */
const readBy = (node: RunNode) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

test('reads the posts of every feed in index order, without reading or sorting many more than fifty posts', async ({
  db,
}) => {
  const filters = [
    [{}, 'posts_newest'],
    [{ isLongForm: true }, 'posts_by_kind'],
    [{ categoryId: 3 }, 'posts_by_category'],
    [{ isLongForm: true, categoryId: 3 }, 'posts_by_kind_and_category'],
    [{ memberId: star }, 'posts_by_member'],
    // No index covers both conditions, so the query reads five times as many posts as it returns.
    [{ memberId: star, categoryId: 3 }, 'posts_by_member'],
  ] as const
  for (const [filter, index] of filters) {
    const nodes = await runOf(db, feedPostsQuery(filter))
    const scans = indexesOf(nodes)
    assert.ok(scans.includes(index), `${JSON.stringify(filter)}: ${scans.join(', ')}`)
    assert.equal(nodes[0]!['Actual Rows'], 50)
    const read = nodes.filter((node) => node['Relation Name'] === 'all_posts').map(readBy)
    assert.ok(Math.max(...read) <= 260, `${JSON.stringify(filter)}: ${read.join(', ')}`)
    for (const sort of nodes.filter((node) => node['Node Type'] === 'Sort')) assert.ok(sort['Actual Rows'] <= 100)
  }
})

test('reads fifty upcoming livestreams in index order, and for a member’s feed, only that member’s livestreams', async ({
  db,
}) => {
  for (const [id, index, most] of [
    [undefined, 'livestreams_upcoming', 50],
    [streamer, 'livestreams_of_member', 20],
  ] as const) {
    const nodes = await runOf(db, feedLivestreamsQuery(Date.now(), id))
    const scans = indexesOf(nodes)
    assert.ok(scans.includes(index), scans.join(', '))
    const read = nodes.filter((node) => node['Relation Name'] === 'all_livestreams').map(readBy)
    assert.ok(Math.max(...read) <= most, read.join(', '))
  }
})
