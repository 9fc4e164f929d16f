import assert from 'node:assert/strict'
import { test } from 'vitest'
import { keptBackups } from './retention.ts'

const dayMs = 86_400_000
const at = (createdAt: string) => ({ id: createdAt, createdAt })

test('keeps the last backup from each of 7 days, 4 weeks, and 12 months for a site that is backed up nightly', () => {
  const newest = Date.parse('2026-11-24T02:17:00.000Z') // a Tuesday
  const backups = Array.from({ length: 800 }, (_, i) => at(new Date(newest - i * dayMs).toISOString()))
  const days = [...keptBackups(backups)]
    .map((id) => id.slice(0, 10))
    .toSorted()
    .toReversed()
  assert.equal(
    days.join(' '),
    '2026-11-24 2026-11-23 2026-11-22 2026-11-21 2026-11-20 2026-11-19 2026-11-18 2026-11-15 2026-11-08 ' +
      '2026-10-31 2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31 2026-04-30 2026-03-31 2026-02-28 ' +
      '2026-01-31 2025-12-31',
  )
})

test('keeps only the last of several backups made on the same day', () => {
  const day = ['2026-11-24T01:00:00.000Z', '2026-11-24T23:00:00.000Z', '2026-11-24T12:00:00.000Z'].map(at)
  assert.deepEqual([...keptBackups(day)], ['2026-11-24T23:00:00.000Z'])
})

test('keeps old backups until there are newer ones', () => {
  const old = ['2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z'].map(at)
  assert.equal(keptBackups(old).size, 2)
  assert.equal(keptBackups([]).size, 0)
})
