import assert from 'node:assert/strict'
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { backupSite, createDemoSite, ownDatabase, filesIn, flipBit, temporaryFolder } from '#tests/support/backups.ts'
import { BackupError } from './backup-error.ts'
import { backendOf } from './copy-session.store.ts'
import { createBackup } from './create-backup.ts'
import { listBackups } from './list-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { embeddedScratch } from './scratch-database.ts'
import { DamagedBackup, verifyBackup } from './verify-backup.ts'

/** A verification starts a database server. */
const limitMs = 600_000
const manual = { reason: 'manual' } as const
let demo: Awaited<ReturnType<typeof createDemoSite>>

beforeAll(async () => {
  demo = await createDemoSite()
})
afterAll(() => demo.end())

/** The demo site with a copy of its data folder, and a folder for its backups. */
async function demoSite(settings: Record<string, string> = {}) {
  const { connection, db } = demo
  const dataDir = temporaryFolder()
  cpSync(demo.dataDir, dataDir, { recursive: true })
  const folder = path.join(temporaryFolder(), 'backups')
  const site = await backupSite(dataDir, connection, { BACKUP_DIR: folder, ...settings })
  const key = readFileSync(path.join(dataDir, 'identity.key'), 'utf8')
  return { site, db, key, dataDir, folder, settings: { BACKUP_DIR: folder, ...settings } }
}

test('backs up a running site, and verifies every table and file', { timeout: limitMs }, async () => {
  const { site, folder, dataDir } = await demoSite()
  const { index, missing } = await createBackup(site, manual)
  assert.deepEqual(missing, [])
  const pictures = filesIn(path.join(dataDir, 'storage'))
  assert.ok(pictures.length > 5)
  assert.equal(index.files.count, pictures.length)
  assert.deepEqual(
    filesIn(folder).filter((file) => !file.startsWith('files/')),
    [`${index.id}.json`, `${index.id}.tar`, 'site-id'],
  )

  const withScratchDatabase = embeddedScratch(site.log, null)
  const verified = await verifyBackup({ ...site, withScratchDatabase })
  assert.equal(verified.id, index.id)
  assert.ok(verified.tables > 60)
  assert.equal(verified.rows, index.rows)
  const { backups, unreadable } = await listBackups(site.target)
  assert.deepEqual([backups, unreadable], [[{ index, verifiedAt: verified.verifiedAt }], []])
  assert.deepEqual(filesIn(path.join(dataDir, 'backup-work')), [])
})

test('lowers the priority of the embedded server’s process that reads the tables, and of no other server’s', async () => {
  const { site } = await demoSite()
  const priorityDuring = async (usesEmbeddedServer: boolean) => {
    let priority: number | null = null
    const findSiteId: typeof site.findSiteId = async (db) => {
      priority = os.getPriority(await backendOf(db))
      return site.findSiteId(db)
    }
    await createBackup({ ...site, usesEmbeddedServer, findSiteId }, manual)
    return priority
  }
  assert.equal(await priorityDuring(true), os.constants.priority.PRIORITY_LOW)
  assert.equal(await priorityDuring(false), os.getPriority())
})

test('stores each file only once, even across several backups', { timeout: limitMs }, async () => {
  const { site, folder, dataDir } = await demoSite()
  await createBackup(site, manual)
  const before = filesIn(folder).filter((file) => file.startsWith('files/'))
  const storage = path.join(dataDir, 'storage')
  cpSync(path.join(storage, filesIn(storage)[0]!), path.join(storage, 'copy'))
  const { index } = await createBackup(site, manual)
  assert.deepEqual(
    filesIn(folder).filter((file) => file.startsWith('files/')),
    before,
  )
  assert.equal(index.files.count, before.length + 1)
  assert.equal(index.blobs.length, before.length)
})

test('detects a flipped bit in any file in a backup', { timeout: limitMs }, async () => {
  const { site, folder } = await demoSite()
  const { index } = await createBackup(site, manual)
  for (const name of [`${index.id}.tar`, `${index.id}.json`, `${index.id}.tar`]) {
    const file = path.join(folder, name)
    const before = readFileSync(file)
    const at = Math.floor(Math.random() * before.length * 8)
    flipBit(file, at)
    await assert.rejects(verifyBackup(site, { id: index.id }), BackupError, `bit ${at} of ${name}`)
    writeFileSync(file, before)
  }
  const stored = filesIn(folder).filter((file) => file.startsWith('files/'))
  for (const file of stored) flipBit(path.join(folder, file), Math.floor(Math.random() * 1e9))
  await assert.rejects(verifyBackup(site), (reason) => {
    assert.ok(reason instanceof DamagedBackup)
    assert.equal(reason.problems.length, stored.length)
    return true
  })
})

test('reports missing and damaged files in a backup', { timeout: limitMs }, async () => {
  const { site, folder } = await demoSite()
  const { index } = await createBackup(site, manual)
  const [first, second] = filesIn(folder).filter((file) => file.startsWith('files/'))
  rmSync(path.join(folder, first!))
  truncateSync(path.join(folder, second!), 10)
  await assert.rejects(verifyBackup(site), (reason) => {
    assert.ok(reason instanceof DamagedBackup)
    assert.equal(reason.problems.length, 2)
    assert.match(reason.message, new RegExp(`content of storage/.* is missing from .*${path.basename(first!)}`))
    assert.match(reason.message, new RegExp(`content of storage/.* is damaged: ${second}`))
    return true
  })
  rmSync(path.join(folder, `${index.id}.tar`))
  await assert.rejects(verifyBackup(site), new RegExp(`file ${index.id}.tar is missing`))
  await assert.rejects(verifyBackup(site, { id: '20200101T000000Z-0000' }), /There is no backup 20200101T000000Z-0000/)
})

test('backs up a site with a missing picture file, and reports the missing file', { timeout: limitMs }, async () => {
  const { site, dataDir } = await demoSite()
  const [lost] = filesIn(path.join(dataDir, 'storage'))
  rmSync(path.join(dataDir, 'storage', lost!))
  assert.deepEqual((await createBackup(site, manual)).missing, [`storage/${lost}`])
  await verifyBackup(site)
})

test('restores a backup into an empty site', { timeout: limitMs }, async () => {
  const { site, dataDir, db, key, settings } = await demoSite()
  const { index } = await createBackup(site, manual)
  const empty = await ownDatabase()
  const folder = temporaryFolder()
  const other = await backupSite(folder, empty.connection, settings)
  const restored = await restoreBackup(other)
  assert.deepEqual(
    [restored.id, restored.rows, restored.files, restored.migrations, restored.replaced],
    [index.id, index.rows, index.files.count, [], null],
  )
  assert.deepEqual(filesIn(path.join(folder, 'storage')), filesIn(path.join(dataDir, 'storage')))
  assert.equal(readFileSync(path.join(folder, 'identity.key'), 'utf8'), key)
  const posts = (of: typeof db) => many(of)`select id, content, created_at from all_posts order by id`
  assert.deepEqual(await posts(empty.db), await posts(db))
  // Triggers, foreign keys, and sequences still work.
  const last = await one<{ id: number }>(db)`select max(id) as id from all_members`
  const added = await one<{ id: number }>(empty.db)`
    insert into members (issuer, subject, username, display_name) values ('test', 'new', 'new', 'New') returning id`
  assert.equal(added!.id, last!.id + 1)
  assert.ok(await one(empty.db)`select from search_members where member_id = ${added!.id}`)
  await assert.rejects(run(empty.db)`insert into likes (post_id, member_id) values (0, 0)`, /foreign key/)
})

test('replaces an existing site only with --replace, after backing it up', { timeout: limitMs }, async () => {
  const { site, key, settings } = await demoSite()
  const { index } = await createBackup(site, manual)
  const empty = await ownDatabase()
  const folder = temporaryFolder()
  const other = await backupSite(folder, empty.connection, settings)
  await restoreBackup(other)
  await run(empty.db)`update all_members set display_name = 'Changed'`
  writeFileSync(path.join(folder, 'identity.key'), 'b'.repeat(64))
  await assert.rejects(restoreBackup(other, { id: index.id }), /has members.*--replace/)
  const { replaced } = await restoreBackup(other, { id: index.id, replace: true })
  assert.equal(await one(empty.db)`select from all_members where display_name = 'Changed'`, null)
  assert.equal(readFileSync(path.join(folder, 'identity.key'), 'utf8'), key)
  assert.equal(filesIn(folder).filter((file) => file.startsWith('identity.key.replaced-')).length, 1)

  const { backups } = await listBackups(other.target)
  assert.deepEqual(
    backups.map((backup) => [backup.index.id, backup.index.reason]),
    [
      [replaced, 'restore'],
      [index.id, 'manual'],
    ],
  )
  await restoreBackup(other, { id: replaced, replace: true })
  assert.ok(await one(empty.db)`select from all_members where display_name = 'Changed'`)
  assert.equal(readFileSync(path.join(folder, 'identity.key'), 'utf8'), 'b'.repeat(64))
})
