import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { createBackupRunner } from '#app/backup-process.ts'
import type { JobContext } from '#kernel/job.ts'
import { connectionOf } from '#providers/database/database-url.ts'
import { type TestApplication, testApplication } from '#tests/support/application.ts'
import { filesIn, flipBit } from '#tests/support/backups.ts'
import { testConnection } from '#tests/support/database.ts'
import { silentProxy } from '#tests/support/silent-proxy.ts'
import { programEnvironment } from '#tests/support/site.ts'
import { backupWorkers } from './backup-jobs.ts'
import type { LastBackups } from './backups.contract.ts'

/** A verification starts a database server. */
const limitMs = 600_000
const night = Date.parse('2026-11-24T02:17:00Z')
const hourMs = 3_600_000

beforeEach(() => void vi.stubEnv('NODE_OPTIONS', programEnvironment.NODE_OPTIONS))
afterEach(() => void vi.unstubAllEnvs())

/** Runs backups without the CPU limit, which has its own tests. */
const runnerAtFullSpeed = async ({ config }: Pick<TestApplication, 'config'>) =>
  createBackupRunner(config, await testConnection(), { cpuShare: Infinity })

/** A running site with an owner, and a function that runs the job at the given time. */
async function site(settings: Record<string, string> = {}) {
  const t = await testApplication(settings)
  t.ctx.backupRunner = await runnerAtFullSpeed(t)
  const token = await t.register('ada')
  const nightly = (nowMs: number) => {
    const ctx = { ...t.ctx, clock: { now: () => nowMs } }
    return backupWorkers[0]!.run(ctx as JobContext, {})
  }
  const read = async <T>(url: string) => (await (await t.call('GET', url, { token })).json()) as T
  const backups = () => read<LastBackups>('/api/admin/backups')
  const notifications = async () => {
    const list = await read<{ notifications: { kind: string; count: number }[] }>('/api/notifications')
    return list.notifications.map(({ kind, count }) => [kind, count])
  }
  return { ...t, token, nightly, backups, notifications, folder: path.join(t.config.dataDir, 'backups') }
}

test(
  'backs up and verifies the site once every night, and notifies the owner of a damaged backup',
  { timeout: limitMs },
  async () => {
    const t = await site()
    assert.deepEqual(await t.backups(), { isNightly: true, backups: [], lastVerified: null })
    await t.nightly(night)
    const { backups, lastVerified } = await t.backups()
    assert.equal(backups.length, 1)
    assert.deepEqual(lastVerified, backups[0])
    assert.deepEqual([backups[0]!.reason, backups[0]!.error], ['nightly', null])
    await t.nightly(night + hourMs / 2)
    await t.nightly(night + 12 * hourMs)
    assert.equal((await t.backups()).backups.length, 1)
    assert.deepEqual(await t.notifications(), [])
    const stranger = await t.register('stranger')
    for (const token of [null, stranger]) {
      const { status } = await t.call('GET', '/api/admin/backups', { token })
      assert.equal(status, token ? 403 : 401)
    }

    const file = path.join(
      t.folder,
      filesIn(t.folder).find((name) => name.endsWith('.tar'))!,
    )
    const before = readFileSync(file)
    const { create } = t.ctx.backupRunner
    // Something damages the backup before it is verified.
    t.ctx.backupRunner.create = async (...args) => {
      const created = await create(...args)
      flipBit(path.join(t.folder, `${created.id}.tar`), 12_345)
      return created
    }
    await t.nightly(night + 24 * hourMs)
    const later = await t.backups()
    assert.match(later.backups[0]!.error!, /is damaged/)
    assert.equal(later.lastVerified?.id, later.backups[1]!.id)
    assert.deepEqual(await t.notifications(), [['backup_failed', 1]])
    assert.ok(readFileSync(file).equals(before))
  },
)

test('does nothing if backups are turned off', { timeout: limitMs }, async () => {
  const t = await site({ BACKUPS: 'off' })
  await t.nightly(night)
  assert.deepEqual(await t.backups(), { isNightly: false, backups: [], lastVerified: null })
})

test('notifies the owner when a backup fails, and tries again the next day', { timeout: limitMs }, async () => {
  const t = await site()
  writeFileSync(t.folder, 'not a folder')
  await t.nightly(night)
  const { backups } = await t.backups()
  assert.equal(backups[0]!.backupId, null)
  assert.match(backups[0]!.error!, /backups cannot be used: (ENOTDIR|EEXIST)/)
  assert.deepEqual(await t.notifications(), [['backup_failed', 1]])
  await t.nightly(night + 3 * hourMs)
  assert.equal((await t.backups()).backups.length, 1)
  await t.nightly(night + 24 * hourMs)
  assert.deepEqual(await t.notifications(), [['backup_failed', 2]])
})

test('does not verify backups that only the owner can decrypt', { timeout: limitMs }, async () => {
  const t = await site({ BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()) })
  await t.nightly(night)
  const { backups, lastVerified } = await t.backups()
  assert.deepEqual([backups.length, backups[0]!.error, lastVerified], [1, null, null])
  assert.match(backups[0]!.backupId!, /^\d{8}T/)
  assert.deepEqual(await t.notifications(), [])
})

test('does not report a backup as failed if it stops along with the site', { timeout: limitMs }, async () => {
  const t = await site()
  const work = path.join(t.config.dataDir, 'backup-work')
  const working = () => (existsSync(work) ? readdirSync(work) : [])
  async function stopOnce(isReached: () => boolean, nowMs: number) {
    const running = t.nightly(nowMs)
    while (!isReached()) await sleep(5)
    t.ctx.backupRunner.stop()
    await running
    t.ctx.backupRunner = await runnerAtFullSpeed(t)
  }
  await stopOnce(() => working().length > 0, night)
  assert.deepEqual((await t.backups()).backups, [])
  await stopOnce(() => working().some((name) => existsSync(path.join(work, name, 'database'))), night + 2 * hourMs)
  const interrupted = await t.backups()
  assert.deepEqual(
    [interrupted.backups.length, interrupted.backups[0]!.error, interrupted.lastVerified],
    [1, null, null],
  )
  assert.deepEqual(await t.notifications(), [])
  await t.nightly(night + 24 * hourMs)
  const { backups, lastVerified } = await t.backups()
  assert.deepEqual([backups.length, lastVerified?.id], [2, backups[0]!.id])
  assert.deepEqual(await t.notifications(), [])
  assert.deepEqual(t.logged, [])
})

test('backs up a database whose DATABASE_URL lists several servers', { timeout: limitMs }, async () => {
  const { connection } = await silentProxy(await testConnection())
  const { user, database, port } = connection
  const url = `postgres://${user}@127.0.0.1:1,127.0.0.1:${port}/${database}`
  const t = await site({ DATABASE_URL: url })
  const runner = createBackupRunner(t.config, connectionOf(url))
  assert.match((await runner.create('manual', new Date())).id, /^\d{8}T/)
})
