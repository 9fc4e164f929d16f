import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { onTestFinished, test } from 'vitest'
import { hasDatabase } from '#app/has-database.ts'
import { openSession, listTables } from '#features/admin/backups/copy-session.store.ts'
import { digestTable } from '#features/admin/backups/dump-database.ts'
import { connect, type Db, many, run } from '#kernel/db.ts'
import { endServer, until } from '#tests/support/postgres-folders.ts'
import { hold, kill, newFolder, start } from '#tests/support/postgres-processes.ts'
import { addPreparedDatabase } from '#tests/support/prepared-database.ts'
import { listReleases, loadRelease } from '#tests/support/releases.ts'
import type { Connection } from './connection.ts'
import { startPostgres } from './postgres.ts'
import { type CopyDatabase, startUpgraded } from './upgrade.ts'

const limitMs = 600_000
const earlier = '17'
const settings = { fsync: 'off' }
const log = pino({ level: 'silent' })

/** Creates a folder with a PostgreSQL 17 database. */
async function earlierFolder(fill: (connection: Connection, dataDir: string) => Promise<unknown>): Promise<string> {
  const dataDir = newFolder()
  const server = await startPostgres({ dataDir, log, settings, major: earlier })
  await fill(server.connection, dataDir)
  await server.stop()
  return dataDir
}

const versionIn = (dataDir: string, folder = 'postgres') =>
  readFileSync(path.join(dataDir, folder, 'PG_VERSION'), 'utf8').trim()

/** Starts the folder's database in another process. */
function upgradeIn(dataDir: string): ChildProcess {
  const script = path.resolve(import.meta.dirname, '../../../tests/support/postgres-upgrader.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => kill(child, 'SIGKILL'))
  return child
}

async function completed(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Returns the number of rows and a hash of the content for each table. */
async function contentOf(connection: Connection): Promise<string[]> {
  const session = await openSession(connection)
  try {
    const lines: string[] = []
    for (const table of await listTables(session.db)) {
      const { rows, contentSha256 } = await digestTable(session, table)
      lines.push(`${table.schema}.${table.name} ${rows} ${contentSha256}`)
    }
    return lines
  } finally {
    await session.close()
  }
}

test('copies a site from PostgreSQL 17, even if the process is killed at any step', { timeout: limitMs }, async () => {
  let before: string[] = []
  const dataDir = await earlierFolder(async (connection, folder) => {
    await loadRelease(listReleases().at(-1)!, folder, connection)
    before = await contentOf(connection)
  })
  const work = path.join(dataDir, 'postgres-upgrade')
  onTestFinished(() => endServer(work))
  const isRunning = (folder: string) => existsSync(path.join(folder, 'postgres/postmaster.pid'))
  const steps: [step: string, isReached: () => boolean][] = [
    ['the folder of the copy has been created', () => existsSync(work)],
    ['the copy is being made', () => isRunning(work) && isRunning(dataDir)],
    ['the copy is complete', () => existsSync(path.join(dataDir, 'postgres-17'))],
  ]
  for (const [step, isReached] of steps) {
    const child = upgradeIn(dataDir)
    await until(isReached, step, limitMs)
    await kill(child, 'SIGKILL')
    await endServer(work)
    await endServer(dataDir)
  }
  assert.deepEqual(await Promise.all([upgradeIn(dataDir), upgradeIn(dataDir)].map(completed)), [0, 0])
  assert.deepEqual([versionIn(dataDir), versionIn(dataDir, 'postgres-17')], ['18', '17'])
  const { connection } = await start(dataDir)
  assert.deepEqual(await contentOf(connection), before)
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('postgres')),
    ['postgres', 'postgres-17'],
  )
})

test('finishes an upgrade that was killed between renaming the two folders', { timeout: limitMs }, async () => {
  for (const isServerLeft of [false, true]) {
    const dataDir = newFolder()
    const work = path.join(dataDir, 'postgres-upgrade')
    onTestFinished(() => endServer(work))
    // The earlier folder has been renamed, and the copy has not.
    await addPreparedDatabase(work)
    mkdirSync(path.join(dataDir, 'postgres-17'))
    const holder = await hold(work, 'write')
    await until(() => holder.written() > 3, 'there are rows')
    await holder.kill(isServerLeft ? 'SIGKILL' : 'SIGTERM')
    assert.ok(hasDatabase({ database: null, dataDir }))
    const server = await startUpgraded({ dataDir, log, settings, copy: () => assert.fail('copied again') })
    const rows = await withDb(server.connection, (db) => many(db)`select from written`)
    await server.stop()
    assert.ok(rows.length >= holder.written())
    assert.deepEqual(readdirSync(dataDir), ['postgres', 'postgres-17'])
  }
})

async function withDb<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect({ ...connection, onError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const fill = (connection: Connection) => withDb(connection, (db) => run(db)`create table kept as select 7 as value`)
const listKept = (db: Db) => many<{ value: number }>(db)`select value from kept`
const copyKept: CopyDatabase = async (from, to) => {
  const [row] = await withDb(from, listKept)
  await withDb(to, (db) => run(db)`create table kept as select ${row!.value}::int as value`)
}

test(
  'leaves the data unchanged if it cannot be copied, and copies it at the next start',
  { timeout: limitMs },
  async () => {
    const dataDir = await earlierFolder(fill)
    const failing: [CopyDatabase, RegExp][] = [
      [
        async (from, to) => {
          await copyKept(from, to)
          throw new Error('The tables differ.')
        },
        /could not be copied from PostgreSQL 17 to 18: The tables differ\. Nothing was changed/,
      ],
      [() => Promise.reject(new Error('could not extend file: No space left on device')), /The disk .* is full/],
    ]
    for (const [copy, message] of failing) {
      await assert.rejects(startUpgraded({ dataDir, log, settings, copy }), { name: 'DatabaseError', message })
      assert.deepEqual(readdirSync(dataDir), ['postgres'])
      const server = await startPostgres({ dataDir, log, settings, major: earlier })
      assert.deepEqual(await withDb(server.connection, listKept), [{ value: 7 }])
      await server.stop()
    }
    const server = await startUpgraded({ dataDir, log, settings, copy: copyKept })
    assert.deepEqual(await withDb(server.connection, listKept), [{ value: 7 }])
    await server.stop()
  },
)

test('does not copy the data while the previous version of the site is running', { timeout: limitMs }, async () => {
  const dataDir = await earlierFolder(fill)
  const previous = await startPostgres({ dataDir, log, settings, major: earlier })
  const message = /previous version of the site is still running.* Stop it/
  await assert.rejects(startUpgraded({ dataDir, log, settings, copy: copyKept }), { name: 'DatabaseError', message })
  assert.deepEqual(await withDb(previous.connection, listKept), [{ value: 7 }])
  await previous.stop()
  await (await startUpgraded({ dataDir, log, settings, copy: copyKept })).stop()
  assert.equal(versionIn(dataDir), '18')
})

test('deletes the folder of an earlier version after two weeks', { timeout: limitMs }, async () => {
  const dataDir = newFolder()
  const [recent, old] = ['postgres-17', 'postgres-16.2'].map((name) => path.join(dataDir, name))
  for (const folder of [recent!, old!]) mkdirSync(folder)
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000)
  utimesSync(recent!, days(13), days(13))
  utimesSync(old!, days(15), days(15))
  const server = await startUpgraded({ dataDir, log, settings, copy: copyKept })
  await server.stop()
  assert.deepEqual(readdirSync(dataDir), ['postgres', 'postgres-17'])
})

test('explains what to do about a version whose programs are not included', { timeout: limitMs }, async () => {
  const dataDir = newFolder()
  mkdirSync(path.join(dataDir, 'postgres'))
  for (const [version, message] of [
    ['12', /created by PostgreSQL 12\. .* but not the PostgreSQL 12 programs .* backup create.* backup restore/],
    ['99', /created by PostgreSQL 99, but this version of the site includes PostgreSQL 18\. Start .* newer version/],
  ] as const) {
    writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), `${version}\n`)
    await assert.rejects(startUpgraded({ dataDir, log, settings, copy: copyKept }), { name: 'DatabaseError', message })
    assert.deepEqual(readdirSync(dataDir), ['postgres'])
  }
})
