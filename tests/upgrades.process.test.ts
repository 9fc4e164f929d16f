import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { onTestFinished, test } from 'vitest'
import { restoreBackup } from '#features/admin/backups/restore-backup.ts'
import type { Manifest } from '#features/admin/backups/manifest.contract.ts'
import { createBackup } from '#features/admin/backups/create-backup.ts'
import { connect, type Db, one, run, sql } from '#kernel/db.ts'
import { codeOf, stepAt } from '#providers/identity/totp.ts'
import { type PostgresOptions, startPostgres } from '#providers/database/postgres.ts'
import { backupSite, ownDatabase, temporaryFolder } from './support/backups.ts'
import { runCommand } from './support/command-line.ts'
import { untilBlocked, urlOf } from './support/database.ts'
import { browserClient } from './support/identity.ts'
import { endServer, removeDatabase } from './support/postgres-folders.ts'
import { backupFolder, listReleases, loadRelease, type Release } from './support/releases.ts'
import { describeSchema } from './support/schema.ts'
import { type RunningSite, startSite, temporaryDataDir } from './support/site.ts'

const limitMs = 600_000
const releases = listReleases()
const log = pino({ level: 'silent' })
const settings = { LOG_LEVEL: 'error', BACKUPS: 'off', RATE_LIMITS: 'off' }

/** Runs `work` with the data folder's embedded database. */
async function withDatabase<T>(
  dataDir: string,
  work: (db: Db, connection: object) => Promise<T>,
  options: Partial<PostgresOptions> = {},
): Promise<T> {
  const server = await startPostgres({ dataDir, log, settings: { fsync: 'off' }, ...options })
  const db = connect({ ...server.connection, application_name: 'test', onError: () => {} })
  try {
    return await work(db, server.connection)
  } finally {
    await db.destroy()
    await server.stop()
  }
}

/** Creates a data folder as the release left it. @param major the version of PostgreSQL */
async function siteOf(
  release: Release,
  options: { major?: string } = {},
): Promise<{ dataDir: string; manifest: Manifest }> {
  const { dataDir } = temporaryDataDir()
  onTestFinished(async () => {
    await endServer(dataDir)
    removeDatabase(dataDir)
  })
  const load = (_db: Db, connection: object) => loadRelease(release, dataDir, connection)
  const manifest = await withDatabase(dataDir, load, options)
  return { dataDir, manifest }
}

/** Tables whose rows change at startup or at sign-in. Version 0.3.0 dropped identity_factor_key. */
const changing =
  /^(?:kysely_migration|_private_|link_checks|rate_limits|identity_(?:challenges|devices|factor_key|keys|sessions)|mail_outbox|site_secrets|program_versions|site_urls)/

/** Returns the tables that lost or gained rows. */
async function changedCounts(db: Db, { tables }: Manifest): Promise<string[]> {
  const changed: string[] = []
  for (const { schema, name, rows } of tables.filter((table) => !changing.test(table.name))) {
    const found = await one<{ count: number }>(db)`select count(*) as count from ${sql.id(schema, name)}`
    if (found!.count !== rows) changed.push(`${name}: ${rows} → ${found!.count}`)
  }
  return changed
}

/** Compares the schema with that of a new site. */
async function schemaDifferences(db: Db): Promise<{ missing: string[]; unknown: string[] }> {
  const expected = new Set(await describeSchema((await ownDatabase('template')).db))
  const found = new Set(await describeSchema(db))
  return {
    missing: [...expected].filter((line) => !found.has(line)),
    unknown: [...found].filter((line) => !expected.has(line)),
  }
}

const same = { missing: [], unknown: [] }

/** Requests the release's addresses, and follows redirects. @returns the failures, and the number of redirects */
async function visit(
  { url }: RunningSite,
  { addresses }: Release,
): Promise<{ failures: string[]; redirected: number }> {
  const failures: string[] = []
  let redirected = 0
  for (const address of addresses) {
    const response = await fetch(url + address)
    await response.arrayBuffer()
    if (!response.ok) failures.push(`${address}: ${response.status}`)
    if (response.redirected) redirected++
  }
  return { failures, redirected }
}

async function signIn({ url }: RunningSite, { secondFactor: { email, password, secret } }: Release): Promise<void> {
  const { auth } = browserClient(url)
  const { data, error } = await auth.signInWithPassword({ email, password })
  assert.equal(error, null)
  const code = codeOf(Buffer.from(secret, 'hex'), stepAt(Date.now()))
  const [factor] = data.user?.factors ?? []
  assert.equal((await auth.mfa.challengeAndVerify({ factorId: factor!.id, code })).error, null)
}

for (const [index, release] of releases.entries()) {
  const options = index === 0 ? { major: '17' } : {}
  test(
    `updates a site running version ${release.version}${index === 0 ? ' and PostgreSQL 17' : ''}`,
    { timeout: limitMs },
    async () => {
      const { dataDir, manifest } = await siteOf(release, options)
      const site = await startSite(dataDir, settings)
      onTestFinished(async () => void (await site.stop()))
      const { failures, redirected } = await visit(site, release)
      assert.deepEqual(failures, [])
      assert.ok(redirected > 0, 'articles have other addresses now')
      await signIn(site, release)
      await site.stop()
      await withDatabase(dataDir, async (db) => {
        assert.deepEqual(await changedCounts(db, manifest), [])
        assert.deepEqual(await schemaDifferences(db), same)
      })
      assert.ok(existsSync(path.join(dataDir, 'backups')), 'it was backed up first')
    },
  )
}

test('restores a backup made by the oldest version', { timeout: limitMs }, async () => {
  const { connection, db } = await ownDatabase()
  const site = await backupSite(temporaryFolder(), connection, { BACKUP_DIR: backupFolder(releases[0]!) })
  const { migrations } = await restoreBackup(site)
  assert.ok(migrations.length > 0)
  assert.deepEqual(await schemaDifferences(db), same)
})

/** Runs `devstead migrate` for the release's database. */
async function oldDatabase() {
  const { connection, db } = await ownDatabase()
  const dataDir = temporaryFolder()
  await loadRelease(releases[0]!, dataDir, connection)
  const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(connection), BACKUP_BEFORE_MIGRATION: 'off' }
  return { connection, db, env, before: await describeSchema(db) }
}

test('leaves an older version’s database unchanged if a migration fails', { timeout: limitMs }, async () => {
  const { db, env } = await oldDatabase()
  await run(db)`create table program_versions (of_another_program int)`
  const before = await describeSchema(db)
  const { code, stderr } = await runCommand(env, 'migrate')
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^The migration 0089-program-versions\.sql failed, line 2: relation "program_versions" already exists\. Nothing was changed: .* Start that version, and report/,
  )
  assert.deepEqual(await describeSchema(db), before)
  await run(db)`drop table program_versions`
  assert.equal((await runCommand(env, 'migrate')).code, 0)
  assert.deepEqual(await schemaDifferences(db), same)
})

test('leaves an older version’s database unchanged if a migration is killed', { timeout: limitMs }, async () => {
  const { connection, db, env, before } = await oldDatabase()
  const blocker = connect({ ...connection, application_name: 'test', max: 1, onError: () => {} })
  const transaction = await blocker.startTransaction().execute()
  await sql`lock table all_comments in access exclusive mode`.execute(transaction)
  const child = spawn(process.execPath, ['scripts/devstead.ts', 'migrate'], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  })
  const exited = once(child, 'exit')
  await untilBlocked(db)
  child.kill('SIGKILL')
  await exited
  await transaction.rollback().execute()
  await blocker.destroy()
  assert.deepEqual(await describeSchema(db), before)
  assert.equal((await runCommand(env, 'migrate')).code, 0)
  assert.deepEqual(await schemaDifferences(db), same)
})

test('names the newer version and the backup to restore after a downgrade', { timeout: limitMs }, async () => {
  const { connection, db, env } = await oldDatabase()
  assert.equal((await runCommand(env, 'migrate')).code, 0)
  const site = await backupSite(env.DATA_DIR, connection)
  const { index } = await createBackup(site, { reason: 'migration' })
  // A newer version migrates the database.
  await run(db)`insert into kysely_migration (name, timestamp) values ('9999-future', now()::text)`
  await run(db)`insert into program_versions (version, first_used_at) values ('9.0.0', now() + interval '1 second')`
  const refused = await runCommand(env, 'member', 'list')
  assert.equal(refused.code, 1)
  assert.match(
    refused.stderr,
    new RegExp(
      `migration 9999-future .* Version 9\\.0\\.0 has used it.* devstead backup restore ${index.id} --replace\\.`,
    ),
  )
  const restored = await runCommand(env, 'backup', 'restore', index.id, '--replace')
  assert.equal(restored.code, 0, restored.stderr)
  assert.equal((await runCommand(env, 'member', 'list')).code, 0)
})
