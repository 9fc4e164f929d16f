import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type Db, run } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { backupGauges } from './backup-gauges.ts'

const valuesOf = async (db: Db) => (await backupGauges({ db })).map(({ values }) => values[0]!.value)

test('reports the newest backup, the newest verified one, and failures in the last week', async () => {
  const db = await testDb()
  assert.deepEqual(await valuesOf(db), [0, 0, 0, 0])
  const backups = [
    ['verified', '2026-11-01T02:17:00Z', 1000, '2026-11-01T02:20:00Z', null],
    ['newest', '2026-11-03T02:17:00Z', 3000, null, 'It cannot be restored.'],
    [null, '2026-11-04T02:17:00Z', null, null, 'The disk is full.'],
    [null, new Date().toISOString(), null, null, 'The disk is full.'],
  ] as const
  for (const [id, startedAt, bytes, verifiedAt, error] of backups)
    await run(db)`
      insert into backups (backup_id, reason, started_at, bytes, verified_at, error)
      values (${id}, 'nightly', ${startedAt}, ${bytes}, ${verifiedAt}, ${error})`
  const seconds = (iso: string) => Date.parse(iso) / 1000
  assert.deepEqual(await valuesOf(db), [seconds('2026-11-03T02:17:00Z'), seconds('2026-11-01T02:17:00Z'), 3000, 1])
})
