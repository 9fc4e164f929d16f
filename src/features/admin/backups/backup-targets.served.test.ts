import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { PoolConfig } from 'pg'
import { pino } from 'pino'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { connect, many, one } from '#kernel/db.ts'
import { connectionOf } from '#providers/database/database-url.ts'
import { backupSite, ownDatabase, filesIn, flipBit, temporaryFolder } from '#tests/support/backups.ts'
import { testConnection, testDatabaseUrl } from '#tests/support/database.ts'
import { startS3 } from '#tests/support/s3-server.ts'
import {
  limitMs,
  manual,
  passphrase,
  smallSite,
  restored,
  whole,
  bucketSettings,
} from '#tests/support/small-backups.ts'
import { recordRestore } from './backups.store.ts'
import { createBackup } from './create-backup.ts'
import { listBackups } from './list-backups.ts'
import { pruneBackups } from './prune-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { finishRestores } from './restored-keys.ts'
import { embeddedScratch, scratchOn } from './scratch-database.ts'
import { verifyBackup } from './verify-backup.ts'

test('encrypts everything with a passphrase, and cannot read anything without it', { timeout: limitMs }, async () => {
  const { site, folder } = await smallSite()
  const settings = { BACKUP_DIR: folder, BACKUP_PASSPHRASE: passphrase }
  const { index } = await createBackup(await site(settings), manual)
  const stored = filesIn(folder)
  assert.equal(stored.filter((file) => file.endsWith('.age')).length, 4)
  for (const file of stored)
    assert.ok(!/picture (?:one|two)|secret that|kkkk/.test(readFileSync(path.join(folder, file), 'latin1')), file)

  await verifyBackup(await site(settings))
  assert.deepEqual(await restored(settings), whole)
  await assert.rejects(verifyBackup(await site()), /is encrypted. Set BACKUP_PASSPHRASE/)
  const wrong = await site({ ...settings, BACKUP_PASSPHRASE: 'another passphrase' })
  for (const attempt of [verifyBackup(wrong), createBackup(wrong, manual)])
    await assert.rejects(attempt, /BACKUP_PASSPHRASE is not the passphrase for the backups in/)
  flipBit(
    path.join(
      folder,
      stored.find((file) => file.startsWith('files-'))!,
    ),
    5000,
  )
  await assert.rejects(verifyBackup(await site(settings)), new RegExp(`The backup ${index.id} is damaged`))
})

test('encrypts to an age recipient without needing its identity on the server', { timeout: limitMs }, async () => {
  const { site, folder } = await smallSite()
  const identity = await generateX25519Identity()
  const settings = { BACKUP_DIR: folder, BACKUP_RECIPIENT: await identityToRecipient(identity) }
  await createBackup(await site(settings), manual)
  await assert.rejects(verifyBackup(await site(settings)), /Pass the file with its identity: --identity FILE/)
  const other = await generateX25519Identity()
  await verifyBackup(await site(settings, identity))
  const wrong = await site(settings, other)
  for (const attempt of [() => verifyBackup(wrong), () => restoreBackup(wrong)])
    await assert.rejects(attempt, /was encrypted for a different age key/)
  // A wrong key does not prove that the backup is damaged.
  assert.ok((await listBackups(wrong.target)).backups[0]!.verifiedAt)
  assert.deepEqual(await restored(settings, identity), whole)
})

test('does not replace a lost key, without which earlier backups cannot be decrypted', async () => {
  const { site, folder } = await smallSite()
  const settings = { BACKUP_DIR: folder, BACKUP_PASSPHRASE: passphrase }
  await createBackup(await site(settings), manual)
  const key = path.join(folder, 'key.age')
  const lost = readFileSync(key)
  rmSync(key)
  await assert.rejects(createBackup(await site(settings), manual), /lacks the file key\.age, .* Copy that file back/)
  assert.ok(!existsSync(key))
  writeFileSync(key, lost)
  await createBackup(await site(settings), manual)
})

test('can still read backups made before the encryption settings changed', { timeout: limitMs }, async () => {
  const { site, folder } = await smallSite()
  const plain = await createBackup(await site(), manual)
  const settings = { BACKUP_DIR: folder, BACKUP_PASSPHRASE: passphrase }
  const sealed = await createBackup(await site(settings), manual)
  for (const { index } of [plain, sealed])
    assert.equal((await verifyBackup(await site(settings), { id: index.id })).id, index.id)
})

test('backs up to a bucket, and verifies, restores, and prunes the backups in it', { timeout: limitMs }, async () => {
  const { site, dataDir } = await smallSite()
  const s3 = await startS3()
  const settings = { ...bucketSettings(s3, 'BACKUP_S3'), BACKUP_S3_PREFIX: 'mine' }
  const { index } = await createBackup(await site(settings), { ...manual, now: new Date('2026-01-05T02:00:00Z') })
  assert.equal(s3.keys().length, 5)
  assert.ok(s3.keys().every((key) => key.startsWith('mine/')))
  assert.deepEqual(
    filesIn(dataDir).filter((file) => file.startsWith('backups/')),
    [],
  )
  await verifyBackup(await site(settings))
  assert.deepEqual(await restored(settings), whole)
  const newer = await createBackup(await site(settings), { ...manual, now: new Date('2026-01-05T03:00:00Z') })
  await verifyBackup(await site(settings))
  assert.deepEqual(await pruneBackups(await site(settings)), [index.id])
  assert.deepEqual(
    (await listBackups((await site(settings)).target)).backups.map((one) => one.index.id),
    [newer.index.id],
  )

  s3.fail(({ key }) => (key.endsWith('.tar') ? { status: 403, code: 'AccessDenied' } : null))
  await expect(createBackup(await site(settings), manual)).rejects.toThrow(/The bucket media\/mine\/ cannot be used/)
})

test('backs up pictures from a bucket, and restores them to a folder or bucket', { timeout: limitMs }, async () => {
  const { site, folder } = await smallSite()
  const s3 = await startS3()
  const settings = { BACKUP_DIR: folder, ...bucketSettings(s3, 'S3') }
  const [source] = (await site(settings)).sources
  await source!.write('ab/abc', Readable.from([Buffer.from('a picture')]))
  assert.deepEqual(s3.keys(), ['pictures/abc'])
  await createBackup(await site(settings), manual)
  await verifyBackup(await site(settings))
  assert.deepEqual((await restored({ BACKUP_DIR: folder })).files, ['ab/abc'])
  s3.objects.clear()
  await restoreBackup(await backupSite(temporaryFolder(), (await ownDatabase()).connection, settings))
  assert.equal(s3.objects.get('pictures/abc')!.bytes.toString(), 'a picture')
})

test('deletes old backups and any files that no other backup needs', { timeout: limitMs }, async () => {
  const { site, folder, dataDir } = await smallSite()
  const file = path.join(dataDir, 'storage/ab/one')
  const ids: string[] = []
  for (const [hour, content] of ['first', 'second', 'third'].entries()) {
    writeFileSync(file, content)
    const now = new Date(Date.UTC(2026, 0, 5, hour))
    ids.push((await createBackup(await site(), { ...manual, now })).index.id)
    if (hour === 1) await verifyBackup(await site())
  }
  const [first, second, third] = ids
  writeFileSync(path.join(folder, '20260105T000000Z-dead.tar'), 'an interrupted backup')
  assert.deepEqual(await pruneBackups(await site()), [first])
  // The second is the newest verified one.
  const { backups } = await listBackups((await site()).target)
  assert.deepEqual(
    backups.map(({ index }) => index.id),
    [third, second],
  )
  assert.equal(filesIn(folder).filter((one) => one.startsWith('files/')).length, 3)
  assert.equal(filesIn(folder).filter((one) => one.endsWith('.tar')).length, 2)
  await verifyBackup(await site(), { id: third! })
  await verifyBackup(await site(), { id: second! })
})

test('does not add to or delete another site’s backups', { timeout: limitMs }, async () => {
  const { site, folder } = await smallSite()
  await createBackup(await site(), manual)
  const stored = filesIn(folder)
  const { connection } = await ownDatabase('template')
  const other = await backupSite(temporaryFolder(), connection, { BACKUP_DIR: folder })
  for (const attempt of [() => createBackup(other, manual), () => pruneBackups(other)])
    await assert.rejects(attempt, /contains the backups of another site. Set BACKUP_DIR or BACKUP_S3_PREFIX/)
  assert.deepEqual(filesIn(folder), stored)
  // A site that has been moved is the same site.
  await restoreBackup(other)
  await createBackup(other, manual)
})

test(
  'stores a damaged file again with the next backup, and repairs earlier backups',
  { timeout: limitMs },
  async () => {
    const { site, folder } = await smallSite()
    const { index } = await createBackup(await site(), manual)
    const file = filesIn(folder).find((one) => one.startsWith('files/'))!
    flipBit(path.join(folder, file), 20)
    await assert.rejects(verifyBackup(await site()), /is damaged/)
    assert.ok(filesIn(folder).includes(`damaged/${path.basename(file)}`))
    await createBackup(await site(), manual)
    await verifyBackup(await site())
    assert.equal((await verifyBackup(await site(), { id: index.id })).id, index.id)
  },
)

test('restores recordings even if the site does not back them up', { timeout: limitMs }, async () => {
  const { site, dataDir } = await smallSite()
  mkdirSync(path.join(dataDir, 'recordings/1'), { recursive: true })
  writeFileSync(path.join(dataDir, 'recordings/1/media.mp4'), 'a recording')
  const folder = path.join(dataDir, 'backups')
  await createBackup(await site({ BACKUP_RECORDINGS: 'on' }), manual)
  const { connection } = await ownDatabase()
  const other = temporaryFolder()
  const elsewhere = await backupSite(other, connection, { BACKUP_DIR: folder })
  await restoreBackup(elsewhere)
  assert.deepEqual(filesIn(path.join(other, 'recordings')), ['1/media.mp4'])
  assert.equal((await createBackup(elsewhere, manual)).index.files.count, 2)
})

test('verifies backups on the site’s own server if the embedded server cannot run', { timeout: limitMs }, async () => {
  const { dataDir, db } = await smallSite()
  const noDatabaseFits = 'x'.repeat(4000) // a path that is too long for a folder
  const withScratchDatabase = embeddedScratch(pino({ level: 'silent' }), connectionOf(await testDatabaseUrl()))
  let asked = ''
  const tables = await withScratchDatabase(path.join(dataDir, noDatabaseFits), async (connection) => {
    const scratch = connect({ ...connection, onError: () => {} })
    asked = (await one<{ name: string }>(scratch)`select current_database() as name`)!.name
    const found = await many(scratch)`select from pg_tables where schemaname = 'public'`
    await scratch.destroy()
    return found.length
  })
  assert.match(asked, /^devstead_verify_\d+_[0-9a-f]{8}$/)
  assert.equal(tables, 0)
  assert.equal(await one(db)`select from pg_database where datname = ${asked}`, null)
})

test('does not remove the database that another running verification uses', async () => {
  const withScratchDatabase = scratchOn(await testConnection())
  const name = async (connection: PoolConfig) => {
    const scratch = connect({ ...connection, onError: () => {} })
    const found = await one<{ name: string }>(scratch)`select current_database() as name`
    await scratch.destroy()
    return found!.name
  }
  await withScratchDatabase('', async (connection) => {
    const other = await withScratchDatabase('', name)
    assert.notEqual(await name(connection), other)
  })
})

test('adds the restored keys to the site after a crash, unless the restore’s transaction failed', async () => {
  const { dataDir, db } = await smallSite()
  const [done, failed, running] = [randomUUID(), randomUUID(), randomUUID()]
  const deadPid = 2 ** 22 + 1 // larger than any process id
  for (const name of [
    `restore-${deadPid}-${done}`,
    `restore-${deadPid}-${failed}`,
    `restore-${process.ppid}-${running}`,
  ]) {
    mkdirSync(path.join(dataDir, name))
    writeFileSync(path.join(dataDir, name, 'identity.key'), name.endsWith(done) ? 'n'.repeat(64) : 'x'.repeat(64))
  }
  await recordRestore(db, { restoreId: done, backupId: 'any', backedUpAt: '2026-01-01T00:00:00Z' })
  await finishRestores(dataDir, db)
  assert.equal(readFileSync(path.join(dataDir, 'identity.key'), 'utf8'), 'n'.repeat(64))
  const suffix = done.slice(-8)
  assert.equal(readFileSync(path.join(dataDir, `identity.key.replaced-${suffix}`), 'utf8'), 'k'.repeat(64))
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('restore-')),
    [`restore-${process.ppid}-${running}`],
  )
})
