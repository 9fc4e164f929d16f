import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onTestFinished, test } from 'vitest'
import { listBackups } from '#features/admin/backups/list-backups.ts'
import { finishRestores } from '#features/admin/backups/restored-keys.ts'
import { verifyBackup } from '#features/admin/backups/verify-backup.ts'
import { type Db, many, one, run, sql } from '#kernel/db.ts'
import { backupSite, filesIn, ownDatabase } from './support/backups.ts'
import { runCommand } from './support/command-line.ts'
import { urlOf } from './support/database.ts'
import { browserClient } from './support/identity.ts'
import { endServer, removeDatabase } from './support/postgres-folders.ts'
import { preparedDataDir } from './support/prepared-database.ts'
import { programEnvironment, startSite, temporaryDataDir } from './support/site.ts'

const limitMs = 600_000
const root = path.resolve(import.meta.dirname, '..')
const credentials = { email: 'ada@devstead.test', password: 'loom-and-engine' }

interface Outcome {
  code: number | null
  text: string
}

const environment = (settings: Record<string, string>) => ({
  ...process.env,
  ...programEnvironment,
  LOG_FORMAT: 'json',
  RTMP_PORT: '0',
  ...settings,
})

/** Runs `devstead backup` in a separate process. @returns its exit code and everything it printed */
async function backup(settings: Record<string, string>, ...words: string[]): Promise<Outcome> {
  const args = ['scripts/run.mjs', 'devstead', 'backup', ...words]
  return promisify(execFile)(process.execPath, args, { cwd: root, env: environment(settings) }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  )
}

/** Like `backup`, but in this process, which is faster. Not for `create`, which lowers the process's priority. */
async function quickly(
  settings: Record<string, string>,
  command: 'list' | 'restore',
  ...words: string[]
): Promise<Outcome> {
  const { code, stdout, stderr } = await runCommand(environment(settings), 'backup', command, ...words)
  return { code, text: stdout + stderr }
}

const resultOf = ({ code, text }: Outcome) => {
  assert.equal(code, 0, text)
  return JSON.parse(text) as Record<string, unknown>
}

/** A stopped site with an embedded database and one member. */
async function stoppedSite() {
  const { dataDir } = await preparedDataDir()
  onTestFinished(async () => {
    await endServer(dataDir)
    removeDatabase(dataDir)
  })
  const site = await startSite(dataDir, { LOG_LEVEL: 'error' })
  const { auth } = browserClient(site.url)
  const { data } = await auth.signUp({
    ...credentials,
    options: { data: { username: 'ada', fullName: 'Ada Lovelace' } },
  })
  const headers = { authorization: `Bearer ${data.session!.access_token}` }
  assert.ok((await fetch(`${site.url}/api/users/me`, { headers })).ok)
  await site.stop()
  mkdirSync(path.join(dataDir, 'storage/ab'), { recursive: true })
  for (let i = 0; i < 200; i++) writeFileSync(path.join(dataDir, `storage/ab/file-${i}`), `picture ${i}`.repeat(1000))
  return { dataDir, settings: { DATA_DIR: dataDir } }
}

const signIn = async (url: string) => (await browserClient(url).auth.signInWithPassword(credentials)).error

test('moves a site from the embedded database to another server and back', { timeout: limitMs }, async () => {
  const { dataDir, settings } = await stoppedSite()
  const created = resultOf(await backup(settings, 'create', '--full-speed', '--verify', '--json'))
  assert.ok(created['verifiedAt'])
  assert.match((await quickly(settings, 'list')).text, new RegExp(`${String(created['id'])} .* manual`))

  const { connection, db } = await ownDatabase()
  const url = urlOf(connection)
  const moved = temporaryDataDir()
  onTestFinished(moved.remove)
  const elsewhere = {
    DATA_DIR: moved.dataDir,
    DATABASE_URL: url,
    BACKUP_DIR: path.join(dataDir, 'backups'),
  }
  const restored = resultOf(await backup(elsewhere, 'restore', '--json'))
  assert.deepEqual([restored['id'], restored['files'], restored['replaced']], [created['id'], 200, null])
  const site = await startSite(moved.dataDir, { LOG_LEVEL: 'error', ...elsewhere })
  onTestFinished(async () => void (await site.stop()))
  assert.equal(await signIn(site.url), null)
  assert.match((await quickly(elsewhere, 'restore', '--replace')).text, /The site is running. Stop it first/)
  await run(db)`update all_members set display_name = 'Ada, moved'`
  const again = resultOf(await backup(elsewhere, 'create', '--full-speed', '--json'))
  await site.stop()

  const refused = await quickly(settings, 'restore', String(again['id']))
  assert.deepEqual([refused.code, /has members.*--replace/.test(refused.text)], [1, true])
  const back = resultOf(await quickly(settings, 'restore', String(again['id']), '--replace', '--json'))
  assert.match(String(back['replaced']), /^\d{8}T/)
  const original = await startSite(dataDir, { LOG_LEVEL: 'error' })
  onTestFinished(async () => void (await original.stop()))
  assert.equal(await signIn(original.url), null)
  const answer = await fetch(`${original.url}/api/users/by-username/ada`)
  assert.equal(((await answer.json()) as { displayName: string }).displayName, 'Ada, moved')
})

/** When to kill a command, as a fraction of the time that it takes. `npm run trust -- backups` covers more. */
const shares = [0.35, 0.6, 0.85]

/** Kills the command at each of these fractions, and calls `before` before and `after` after each attempt. A busy
 *  machine makes durations vary: if the command ends before it is killed, its duration replaces the measured one. */
async function interruptions(
  settings: Record<string, string>,
  words: string[],
  { before, after }: { before?: () => Promise<void>; after: () => Promise<void> },
): Promise<void> {
  await before?.()
  const startedMs = performance.now()
  assert.equal((await backup(settings, ...words)).code, 0)
  let durationMs = performance.now() - startedMs
  let interrupted = 0
  for (let attempt = 0; interrupted < shares.length && attempt < 5 * shares.length; attempt++) {
    await before?.()
    const endedMs = await killed(settings, shares[interrupted]! * durationMs, ...words)
    if (endedMs === null) interrupted++
    else durationMs = endedMs
    await after()
  }
  assert.equal(interrupted, shares.length)
}

/** Starts the command and kills it after a while. @returns the command's duration if it ended first, otherwise null */
async function killed(settings: Record<string, string>, afterMs: number, ...words: string[]): Promise<number | null> {
  const startedMs = performance.now()
  const child: ChildProcess = spawn(process.execPath, ['scripts/devstead.ts', 'backup', ...words], {
    cwd: root,
    stdio: 'ignore',
    env: environment(settings),
  })
  const exited = once(child, 'exit')
  await Promise.race([exited, sleep(afterMs)])
  const endedMs = child.exitCode === null ? null : performance.now() - startedMs
  child.kill('SIGKILL')
  await exited
  return endedMs
}

/** Waits until the server has noticed that killed programs are gone, and has released their locks. */
async function untilReleased(db: Db): Promise<void> {
  while (
    await one(db)`select from pg_stat_activity where datname = current_database() and application_name like 'devstead%'`
  )
    await sleep(20)
}

test('leaves the previous state intact when a backup or a restore is killed', { timeout: limitMs }, async () => {
  const { connection, db } = await ownDatabase()
  const { dataDir, settings } = await stoppedSite()
  const first = resultOf(await backup(settings, 'create', '--json'))
  const url = urlOf(connection)
  const { dataDir: other, remove } = temporaryDataDir()
  onTestFinished(remove)
  const target = { DATA_DIR: other, DATABASE_URL: url, BACKUP_DIR: path.join(other, 'backups') }
  cpSync(path.join(dataDir, 'backups'), target.BACKUP_DIR, { recursive: true })
  resultOf(await quickly(target, 'restore', '--json'))
  const change = async () => {
    await run(db)`update all_members set display_name = 'Before'`
    writeFileSync(path.join(other, 'identity.key'), 'c'.repeat(64))
  }
  await change()
  const state = async () => ({
    names: await many(db)`select display_name from all_members`,
    key: readFileSync(path.join(other, 'identity.key'), 'utf8'),
    pictures: filesIn(path.join(other, 'storage')).length,
  })
  const before = await state()

  await interruptions(target, ['create'], {
    before: () => untilReleased(db),
    after: async () => assert.deepEqual(await state(), before),
  })
  const open = await backupSite(other, connection, target)
  const { backups } = await listBackups(open.target)
  for (const { index } of backups) await verifyBackup(open, { id: index.id })

  const restore = ['restore', String(first['id']), '--replace']
  await interruptions(target, restore, {
    before: async () => {
      await untilReleased(db)
      // If a restore was killed after its transaction, only the key is missing; the next start or restore adds it.
      await finishRestores(other, db)
      await change()
    },
    after: async () => {
      if (await one(db)`select from all_members where display_name = 'Before'`) assert.deepEqual(await state(), before)
    },
  })
  await untilReleased(db)
  resultOf(await quickly(target, 'restore', String(first['id']), '--replace', '--json'))
  const site = await startSite(other, { LOG_LEVEL: 'error', ...target })
  await site.stop()
  assert.equal(await one(db)`select from all_members where display_name = 'Before'`, null)
  assert.equal((await state()).key, readFileSync(path.join(dataDir, 'identity.key'), 'utf8'))
  assert.deepEqual(
    filesIn(other).filter((file) => /^(?:restore-|backup-work|backups\/\.partial)/.test(file)),
    [],
  )
})

test(
  'backs up a site before a new version migrates it, and refuses to migrate it if the backup fails',
  { timeout: limitMs },
  async () => {
    const { connection, db } = await ownDatabase()
    const url = urlOf(connection)
    const { dataDir, remove } = temporaryDataDir()
    onTestFinished(remove)
    const settings = { LOG_LEVEL: 'info', DATABASE_URL: url }
    const site = await startSite(dataDir, settings)
    onTestFinished(async () => void (await site.stop()))
    await site.stop()
    assert.ok(!existsSync(path.join(dataDir, 'backups')), 'a new site is not backed up')

    // Puts the site in the state it was in before a migration.
    await run(db)`insert into members (issuer, subject, username, display_name) values ('x', 'x', 'ada', 'Ada')`
    await undo(db)
    writeFileSync(path.join(dataDir, 'backups'), 'not a folder')
    await assert.rejects(
      startSite(dataDir, settings),
      /could not be backed up: .*Nothing was changed.*BACKUP_BEFORE_MIGRATION=off/s,
    )
    assert.equal(await one(db)`select from kysely_migration where name = '0081-backup-notifications'`, null)

    rmSync(path.join(dataDir, 'backups'))
    await site.again()
    await site.stop()
    assert.match(site.output(), /backed up the site before migrating it/)
    const open = await backupSite(dataDir, connection)
    const { backups } = await listBackups(open.target)
    assert.deepEqual(
      backups.map(({ index }) => index.reason),
      ['migration'],
    )
    await verifyBackup(open)

    await undo(db)
    await site.stop()
    const unsaved = await startSite(dataDir, { ...settings, BACKUP_BEFORE_MIGRATION: 'off' })
    await unsaved.stop()
    assert.equal(filesIn(path.join(dataDir, 'backups')).filter((file) => file.endsWith('.tar')).length, 1)
  },
)

test('finds the identity file in the caller’s folder', { timeout: limitMs }, async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  writeFileSync(path.join(dataDir, 'key.txt'), '# a comment\nAGE-SECRET-KEY-1TEST\n')
  const { text } = await backup({ DATA_DIR: dataDir, INIT_CWD: dataDir }, 'verify', '--identity', 'key.txt')
  assert.equal(text, `There are no backups in ${dataDir}/backups.\n`)
})

test('reports a full disk, and leaves no partial backup', { timeout: limitMs }, async () => {
  const { connection } = await ownDatabase('template')
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const settings = { DATA_DIR: dataDir, DATABASE_URL: urlOf(connection) }
  // Writing past a file size limit fails like writing to a full disk.
  const limited = 'ulimit -f 20 && exec "$0" scripts/devstead.ts backup create'
  const { status, stderr } = spawnSync('bash', ['-c', limited, process.execPath], {
    cwd: root,
    env: environment(settings),
    encoding: 'utf8',
  })
  assert.deepEqual(
    [status, stderr],
    [1, `The disk that contains ${dataDir}/backups is full. Free up some space, then try again.\n`],
  )
  assert.deepEqual(filesIn(dataDir), ['backups/site-id'])
  resultOf(await backup(settings, 'create', '--json'))
})

/** Undoes the migration that adds notifications about failed backups. */
async function undo(db: Db): Promise<void> {
  await sql`
    drop trigger notify_of_failed_backup on backups; drop trigger notify_of_failed_verification on backups;
    drop function notification_of_backup; delete from kysely_migration where name = '0081-backup-notifications'`.execute(
    db,
  )
}
