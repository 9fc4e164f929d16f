import assert from 'node:assert/strict'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
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

test('reports a failed verification of an earlier backup', async () => {
  const db = await testDb()
  const startedAt = new Date('2026-11-01T02:00:00Z')
  const later = new Date(startedAt.getTime() + dayMs)
  await recordBackup(db, { backupId: 'one', reason: 'nightly', startedAt, bytes: 1 })
  await recordBackup(db, { backupId: 'two', reason: 'nightly', startedAt: later, bytes: 1 })
  const check = async () =>
    (await checkBackups(readConfig({}), db, later.getTime())).map(({ status, message }) => `${status}: ${message}`)
  await recordVerification(db, { backupId: 'two', verifiedAt: later, error: null })
  await recordVerification(db, { backupId: 'one', verifiedAt: null, error: 'It is damaged.' })
  assert.deepEqual(await check(), ['warning: The backup one could not be verified: It is damaged.'])
  await recordVerification(db, { backupId: 'two', verifiedAt: null, error: 'It is damaged.' })
  assert.deepEqual(await check(), [
    'error: The backup two could not be verified: It is damaged.',
    'warning: There is no verified backup yet.',
  ])
})

test('checks how old the last backup itself is if the server has no key to decrypt it', async () => {
  const db = await testDb()
  const startedAt = new Date('2026-11-01T02:00:00Z')
  const config = readConfig({ BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()) })
  const check = async (days: number) =>
    (await checkBackups(config, db, startedAt.getTime() + days * dayMs)).map(
      ({ status, message }) => `${status}: ${message}`,
    )
  const unverified =
    'warning: No backup has been verified with the age key. The server cannot verify its backups, because BACKUP_RECIPIENT encrypts them for that key.'
  assert.deepEqual(await check(0), ['warning: There is no backup yet.', unverified])
  await recordBackup(db, { backupId: 'one', reason: 'nightly', startedAt, bytes: 1 })
  assert.deepEqual(await check(1), [unverified])
  assert.deepEqual(await check(9), ['error: The last backup is 9 days old.', unverified])
  await recordVerification(db, { backupId: 'one', verifiedAt: startedAt, error: null })
  assert.deepEqual(await check(1), [
    'ok: The last backup is 1 day old.',
    'ok: The last backup that was verified with the age key is 1 day old.',
  ])
})
