import assert from 'node:assert/strict'
import { test } from 'vitest'
import { recordBackup, recordFailure, recordVerification } from '#features/admin/backups/backups.store.ts'
import { testDb } from '#tests/support/database.ts'
import { readConfig } from '../config.ts'
import { checkBackups } from './backup-checks.ts'

const dayMs = 86_400_000

test('evaluates the age of the last verified backup, and reports a failed backup', async () => {
  const db = await testDb()
  const startedAt = new Date('2026-11-01T02:00:00Z')
  const check = async (days: number, settings = {}) =>
    (await checkBackups(readConfig(settings), db, startedAt.getTime() + days * dayMs)).map(
      ({ status, message }) => `${status}: ${message}`,
    )
  assert.deepEqual(await check(0), ['warning: There is no verified backup yet.'])
  await recordBackup(db, { backupId: 'one', reason: 'nightly', startedAt, bytes: 1 })
  assert.deepEqual(await check(0), ['warning: There is no verified backup yet.'])
  await recordVerification(db, { backupId: 'one', verifiedAt: startedAt, error: null })
  assert.deepEqual(await check(1), ['ok: The last verified backup is 1 day old.'])
  assert.deepEqual(await check(10), ['warning: The last verified backup is 10 days old.'])
  assert.deepEqual(await check(31), ['error: The last verified backup is 31 days old.'])
  assert.deepEqual(await check(1, { BACKUPS: 'off' }), ['warning: The site is not backed up every night.'])
  await recordFailure(db, { reason: 'nightly', startedAt: new Date(startedAt.getTime() + dayMs), error: 'Disk full.' })
  assert.deepEqual(await check(1), ['error: The last backup failed: Disk full.'])
})
