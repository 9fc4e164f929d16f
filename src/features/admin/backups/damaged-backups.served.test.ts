import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { backupSite, ownDatabase, flipBit, temporaryFolder } from '#tests/support/backups.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import { limitMs, manual, smallSite, restored, bucketSettings } from '#tests/support/small-backups.ts'
import type { BackupTarget } from './backup-target.ts'
import { createBackup } from './create-backup.ts'
import { listBackups } from './list-backups.ts'
import { pruneBackups } from './prune-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { DamagedBackup, verifyBackup } from './verify-backup.ts'

test('explains why a backup cannot be read', { timeout: limitMs }, async () => {
  const { site, folder, db } = await smallSite()
  await assert.rejects(restoreBackup(await site()), /There are no backups in/)
  const { index } = await createBackup(await site(), manual)
  const newer = { ...index, format: 2 }
  writeFileSync(path.join(folder, `${index.id}.json`), JSON.stringify(newer))
  await assert.rejects(verifyBackup(await site(), { id: index.id }), /is damaged or was written by a newer version/)
  assert.deepEqual((await listBackups((await site()).target)).unreadable, [`${index.id}.json`])

  await many(db)`insert into kysely_migration (name, timestamp) values ('9999-future', now()::text)`
  const future = await createBackup({ ...(await site()), version: '9.0.0' }, manual)
  await many(db)`delete from kysely_migration where name = '9999-future'`
  const empty = await ownDatabase()
  const other = await backupSite(temporaryFolder(), empty.connection, { BACKUP_DIR: folder })
  await assert.rejects(
    restoreBackup(other, { id: future.index.id }),
    /made by version 9.0.0 with the migration 9999-future.*Restore it with version 9.0.0 or newer/,
  )
  await many(empty.db)`create table invoices (id int)`
  const older = await createBackup(await site(), manual)
  await assert.rejects(
    restoreBackup(other, { id: older.index.id }),
    /tables that belong to another program, such as invoices/,
  )
})

test('keeps the newest good backup after a newer one was found to be damaged', { timeout: limitMs }, async () => {
  const { site, folder } = await smallSite()
  const ids: string[] = []
  for (const hour of [0, 1, 2]) {
    ids.push((await createBackup(await site(), { ...manual, now: new Date(Date.UTC(2026, 0, 5, hour)) })).index.id)
    if (hour < 2) await verifyBackup(await site())
  }
  const [good, damaged, newest] = ids
  flipBit(path.join(folder, `${damaged}.tar`), 12_345)
  await assert.rejects(verifyBackup(await site(), { id: damaged! }), /is damaged/)
  await pruneBackups(await site())
  const { backups } = await listBackups((await site()).target)
  assert.deepEqual(
    backups.map(({ index, verifiedAt }) => [index.id, verifiedAt !== null]),
    [
      [newest, false],
      [good, true],
    ],
  )
})

test('reports a target that fails while parts of an archive are skipped', { timeout: limitMs }, async () => {
  const { site } = await smallSite()
  await createBackup(await site(), manual)
  const { connection } = await ownDatabase()
  const other = await backupSite(temporaryFolder(), connection, { BACKUP_DIR: (await site()).target.name })
  // The archive is read once each for its checksum, the manifest, the files, the keys, and the tables.
  for (const failing of [3, 4, 5]) {
    let reads = 0
    const target: BackupTarget = {
      ...other.target,
      async get(name) {
        const stored = await other.target.get(name)
        return stored && name.endsWith('.tar') && ++reads === failing ? Readable.from(beginningOf(stored)) : stored
      },
    }
    await assert.rejects(restoreBackup({ ...other, target }), /The disk failed/)
    assert.equal(reads, failing)
  }
})

/** Yields the header and part of the first entry, then fails. */
async function* beginningOf(stored: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stored as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, 700)
    throw Object.assign(new Error('The disk failed'), { code: 'EIO' })
  }
}

test('verifies and restores archives that are read in many chunks', { timeout: limitMs }, async () => {
  const { site, folder, postBy } = await smallSite()
  const posts = Array.from({ length: 60 }, () => randomBytes(45_000).toString('hex'))
  for (const content of posts) await postBy('alice', content)
  const { index } = await createBackup(await site(), manual)
  assert.ok(index.archive.bytes > 2_000_000)
  await verifyBackup(await site())
  assert.deepEqual((await restored({ BACKUP_DIR: folder })).posts.slice(1), posts)
})

test('does not mistake an unavailable bucket for a damaged backup', { timeout: limitMs }, async () => {
  const { site } = await smallSite()
  const s3 = await startS3()
  const settings = bucketSettings(s3, 'BACKUP_S3')
  await createBackup(await site(settings), manual)
  const before = s3.keys()
  s3.fail(({ key, method }) => (method === 'GET' && key.startsWith('files/') ? 'cut' : null))
  await assert.rejects(verifyBackup(await site(settings)), (reason: Error) => !(reason instanceof DamagedBackup))
  assert.deepEqual(s3.keys(), before)
  s3.fail(() => null)
  await verifyBackup(await site(settings))
})
