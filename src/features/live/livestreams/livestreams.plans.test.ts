import assert from 'node:assert/strict'
import { streamer } from '#tests/large-site/cast.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, planOf } from '#tests/support/plans.ts'
import { unconfirmedQuery } from './broadcasts.store.ts'
import { announcedQuery, listLivestreams, livestreamsOfQuery, livestreamsQuery } from './livestreams.store.ts'

const queries = {
  'the list of livestreams': [livestreamsQuery(Date.now()), ['livestreams_upcoming', 'livestreams_newest']],
  'the announced livestreams': [announcedQuery(Date.now(), 2), ['livestreams_active', 'livestreams_upcoming']],
  'a member’s own livestreams': [livestreamsOfQuery(streamer), ['livestreams_of_member']],
  'livestreams whose status is uncertain': [unconfirmedQuery(Date.now()), []],
} as const

test.for(Object.entries(queries))('uses an index to read %s', async ([, [query, expected]], { db }) => {
  const nodes = await planOf(db, query)
  const indexes = indexesOf(nodes)
  for (const index of expected) assert.ok(indexes.includes(index), indexes.join(', '))
  const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
  assert.deepEqual(
    whole.filter((table) => table !== 'all_members'),
    [],
  )
})

test('lists 100 livestreams, starting with active ones', async ({ db }) => {
  const found = await listLivestreams(db, Date.now())
  assert.deepEqual([found.length, found.filter(({ status }) => status === 'active').length], [100, 18])
})
