import assert from 'node:assert/strict'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { fillDemo } from '#app/demo/fill-demo.ts'
import { many, one, run } from '#kernel/db.ts'
import { testApplication } from '#tests/support/application.ts'
import { backupSite, emptyDatabase, filesIn, flipBit, temporaryFolder } from '#tests/support/backups.ts'
import { testConnection } from '#tests/support/database.ts'
import { BackupError } from './backup-error.ts'
import { createBackup } from './create-backup.ts'
import { listBackups } from './list-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { DamagedBackup, verifyBackup } from './verify-backup.ts'

const manual = { reason: 'manual' } as const

/** A site with demo content, a key, and pictures. */
async function demoSite(settings: Record<string, string> = {}) {
  const application = await testApplication()
  await fillDemo(application.ctx)
  const { dataDir } = application.config
  writeFileSync(path.join(dataDir, 'identity.key'), 'a'.repeat(64))
  const folder = path.join(temporaryFolder(), 'backups')
  const site = backupSite(dataDir, await testConnection(), { BACKUP_DIR: folder, ...settings })
  return { ...application, dataDir, folder, site, settings: { BACKUP_DIR: folder, ...settings } }
}

test('backs up a running site, and verifies every table and file', async () => {
  const { site, folder, dataDir } = await demoSite()
  const { index, missing } = await createBackup(site, manual)
  assert.deepEqual(missing, [])
  const pictures = filesIn(path.join(dataDir, 'storage'))
  assert.ok(pictures.length > 5)
  assert.equal(index.files.count, pictures.length)
  assert.deepEqual(
    filesIn(folder).filter((file) => !file.startsWith('files/')),
    [`${index.id}.json`, `${index.id}.tar`],
  )

  const verified = await verifyBackup(site)
  assert.equal(verified.id, index.id)
  assert.ok(verified.tables > 60)
  assert.equal(verified.rows, index.rows)
  const { backups, unreadable } = await listBackups(site.target)
  assert.deepEqual([backups, unreadable], [[{ index, verifiedAt: verified.verifiedAt }], []])
  assert.deepEqual(filesIn(path.join(dataDir, 'backup-work')), [])
})

test('stores each file once, also for later backups', async () => {
  const { site, folder, dataDir } = await demoSite()
  await createBackup(site, manual)
  const before = filesIn(folder).filter((file) => file.startsWith('files/'))
  const [picture] = filesIn(path.join(dataDir, 'storage'))
  const copy = path.join(dataDir, 'storage', 'ff')
  writeFileSync(path.join(path.dirname(copy), 'copy'), readFileSync(path.join(dataDir, 'storage', picture!)))
  const { index } = await createBackup(site, manual)
  assert.deepEqual(
    filesIn(folder).filter((file) => file.startsWith('files/')),
    before,
  )
  assert.equal(index.files.count, before.length + 1)
  assert.equal(index.blobs.length, before.length)
})

test('finds a flipped bit in any file of a backup', async () => {
  const { site, folder } = await demoSite()
  const { index } = await createBackup(site, manual)
  const files = filesIn(folder)
  for (let round = 0; round < 12; round++) {
    const name = round < 4 ? [`${index.id}.tar`, `${index.id}.json`][round % 2]! : files[(round * 7919) % files.length]!
    const file = path.join(folder, name)
    const before = readFileSync(file)
    flipBit(file, Math.floor(Math.random() * before.length * 8))
    await assert.rejects(verifyBackup(site, { id: index.id }), BackupError, name)
    writeFileSync(file, before)
  }
  await verifyBackup(site)
})

test('names what is missing from a damaged backup', async () => {
  const { site, folder } = await demoSite()
  const { index } = await createBackup(site, manual)
  const [first, second] = filesIn(folder).filter((file) => file.startsWith('files/'))
  rmSync(path.join(folder, first!))
  truncateSync(path.join(folder, second!), 10)
  await assert.rejects(verifyBackup(site), (reason) => {
    assert.ok(reason instanceof DamagedBackup)
    assert.equal(reason.problems.length, 2)
    assert.match(reason.message, new RegExp(`lacks the content of storage/.*${path.basename(first!)}`))
    assert.match(reason.message, new RegExp(`content of storage/.* is damaged: ${second}`))
    return true
  })
  rmSync(path.join(folder, `${index.id}.tar`))
  await assert.rejects(verifyBackup(site), new RegExp(`lacks the file ${index.id}.tar`))
  await assert.rejects(verifyBackup(site, { id: '20200101T000000Z-0000' }), /There is no backup 20200101T000000Z-0000/)
})

test('backs up a site whose picture was already lost, and says so', async () => {
  const { site, dataDir } = await demoSite()
  const [lost] = filesIn(path.join(dataDir, 'storage'))
  rmSync(path.join(dataDir, 'storage', lost!))
  assert.deepEqual((await createBackup(site, manual)).missing, [`storage/${lost}`])
  await verifyBackup(site)
})

test('restores a backup into an empty site', async () => {
  const { site, dataDir, db, settings } = await demoSite()
  const { index } = await createBackup(site, manual)
  const empty = await emptyDatabase()
  const folder = temporaryFolder()
  const other = backupSite(folder, empty.connection, settings)
  const restored = await restoreBackup(other)
  assert.deepEqual(
    [restored.id, restored.rows, restored.files, restored.migrations, restored.replaced],
    [index.id, index.rows, index.files.count, [], null],
  )
  assert.deepEqual(filesIn(path.join(folder, 'storage')), filesIn(path.join(dataDir, 'storage')))
  assert.equal(readFileSync(path.join(folder, 'identity.key'), 'utf8'), 'a'.repeat(64))
  const posts = (of: typeof db) => many(of)`select id, content, created_at from all_posts order by id`
  assert.deepEqual(await posts(empty.db), await posts(db))
  // Triggers, foreign keys, and sequences work as before.
  const last = await one<{ id: number }>(db)`select max(id) as id from all_members`
  const added = await one<{ id: number }>(empty.db)`
    insert into members (issuer, subject, username, display_name) values ('test', 'new', 'new', 'New') returning id`
  assert.equal(added!.id, last!.id + 1)
  assert.ok(await one(empty.db)`select from search_members where member_id = ${added!.id}`)
  await assert.rejects(run(empty.db)`insert into likes (post_id, member_id) values (0, 0)`, /foreign key/)
})

test('replaces a site only when asked to, and backs it up first', async () => {
  const { site, settings } = await demoSite()
  const { index } = await createBackup(site, manual)
  const empty = await emptyDatabase()
  const folder = temporaryFolder()
  const other = backupSite(folder, empty.connection, settings)
  await restoreBackup(other)
  await run(empty.db)`update all_members set display_name = 'Changed'`
  writeFileSync(path.join(folder, 'identity.key'), 'b'.repeat(64))
  await assert.rejects(restoreBackup(other, { id: index.id }), /has members.*--replace/)
  const { replaced } = await restoreBackup(other, { id: index.id, replace: true })
  assert.equal(await one(empty.db)`select from all_members where display_name = 'Changed'`, null)
  assert.equal(readFileSync(path.join(folder, 'identity.key'), 'utf8'), 'a'.repeat(64))
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
