import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
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
import { cast } from '#tests/support/cast.ts'
import { testConnection, testDatabaseUrl } from '#tests/support/database.ts'
import { type S3Server, startS3 } from '#tests/support/s3-server.ts'
import type { BackupTarget } from './backup-target.ts'
import { recordRestore } from './backups.store.ts'
import { createBackup } from './create-backup.ts'
import { listBackups } from './list-backups.ts'
import { pruneBackups } from './prune-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { finishRestores } from './restored-keys.ts'
import { embeddedScratch, scratchOn } from './scratch-database.ts'
import { DamagedBackup, verifyBackup } from './verify-backup.ts'

/** A verification starts a database server. */
const limitMs = 600_000
const manual = { reason: 'manual' } as const
const passphrase = 'correct horse battery'

/** A site with a post and two files, and a function that describes it with other settings. */
async function smallSite() {
  const t = await cast([])
  await t.postBy('alice', 'A secret that only the backup knows')
  const dataDir = temporaryFolder()
  mkdirSync(path.join(dataDir, 'storage/ab'), { recursive: true })
  for (const name of ['one', 'two']) writeFileSync(path.join(dataDir, 'storage/ab', name), `picture ${name}`)
  writeFileSync(path.join(dataDir, 'identity.key'), 'k'.repeat(64))
  const folder = path.join(dataDir, 'backups')
  const connection = await testConnection()
  const site = (settings: Record<string, string> = {}, identity: string | null = null) =>
    backupSite(dataDir, connection, settings, identity)
  return { ...t, site, dataDir, folder }
}

/** Restores the newest backup elsewhere. @returns the posts and files there */
async function restored(settings: Record<string, string>, identity: string | null = null) {
  const { connection, db } = await ownDatabase()
  const dataDir = temporaryFolder()
  await restoreBackup(await backupSite(dataDir, connection, settings, identity))
  const posts = await many<{ content: string }>(db)`select content from all_posts`
  return { posts: posts.map(({ content }) => content), files: filesIn(path.join(dataDir, 'storage')) }
}

const whole = { posts: ['A secret that only the backup knows'], files: ['ab/one', 'ab/two'] }

const bucketSettings = ({ settings }: S3Server, group: string) => ({
  [`${group}_ENDPOINT`]: settings.endpoint,
  [`${group}_REGION`]: settings.region,
  [`${group}_BUCKET`]: settings.bucket,
  [`${group}_ACCESS_KEY_ID`]: settings.accessKeyId,
  [`${group}_SECRET_ACCESS_KEY`]: settings.secretAccessKey,
})

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
