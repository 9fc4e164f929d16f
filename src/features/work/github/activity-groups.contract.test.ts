import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ActivityType, GithubActivity } from './activities.contract.ts'
import { groupActivities } from './activity-groups.contract.ts'

const activity = (id: number, type: ActivityType, repoName: string, timestamp: string): GithubActivity => ({
  id,
  type,
  repoName,
  actionDetails: '',
  url: `https://github.com/${repoName}`,
  timestamp,
})

test('groups activities by day, repository, and type, newest first', () => {
  const days = groupActivities(
    [
      activity(5, 'push', 'al/loom', '2026-11-22T18:00:00.000Z'),
      activity(4, 'star', 'al/map', '2026-11-22T17:00:00.000Z'),
      activity(3, 'push', 'al/loom', '2026-11-22T09:00:00.000Z'),
      activity(2, 'pr', 'al/loom', '2026-11-22T08:00:00.000Z'),
      activity(1, 'push', 'al/loom', '2026-11-21T20:00:00.000Z'),
    ],
    (iso) => iso.slice(0, 10),
  )
  const shown = days.map(({ day, groups }) => [
    day,
    groups.map(({ type, repoName, activities }) => [type, repoName, activities.map(({ id }) => id)]),
  ])
  assert.deepEqual(shown, [
    [
      '2026-11-22',
      [
        ['push', 'al/loom', [5, 3]],
        ['star', 'al/map', [4]],
        ['pr', 'al/loom', [2]],
      ],
    ],
    ['2026-11-21', [['push', 'al/loom', [1]]]],
  ])
})

test('has no days without activities', () => {
  assert.deepEqual(groupActivities([], String), [])
})
