import assert from 'node:assert/strict'
import { type ExecFileException, execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { testDatabaseUrl, testDb } from './support/database.ts'
import { temporaryDataDir } from './support/site.ts'

const bin = path.resolve(import.meta.dirname, '../scripts/bin.mjs')

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Returns a function that runs the `devstead` program with the test's database, from another folder. */
async function operator(settings: Record<string, string> = {}) {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: await testDatabaseUrl(), ...settings }
  const devstead = (...args: string[]) =>
    new Promise<Outcome>((resolve) => {
      const done = (reason: ExecFileException | null, stdout: string, stderr: string) =>
        resolve({ code: reason ? Number(reason.code) : 0, stdout, stderr })
      execFile(process.execPath, [bin, ...args], { env, cwd: dataDir, maxBuffer: 2 ** 26 }, done)
    })
  return { devstead, dataDir }
}

const isOneLine = (text: string) => /^[^\n]+\n$/.test(text)

test('prints help for the program, for groups, and for commands', async () => {
  const { devstead } = await operator()
  const program = await devstead('--help')
  assert.equal(program.code, 0)
  assert.match(program.stdout, /^Usage: devstead <command> \[options\]\n[^]*\n {2}jobs +List, retry/)
  assert.match((await devstead('jobs', '--help')).stdout, /^Usage: devstead jobs[^]*\n {2}retry /)
  const command = await devstead('jobs', 'list', '-h')
  assert.match(
    command.stdout,
    /^Usage: devstead jobs list \[options\][^]*--json[^]*Examples:\n {2}\$ devstead jobs list\n/,
  )
})

test('rejects invalid command lines with one line on standard error and exit code 2', async () => {
  const { devstead } = await operator()
  for (const [args, message] of [
    [['jbos'], "Unknown command 'jbos'. Did you mean jobs? See devstead --help."],
    [['jobs', 'lst'], "Unknown command 'lst'. Did you mean list? See devstead jobs --help."],
    [
      ['jobs', 'list', '--stat', 'failed'],
      "Unknown option '--stat'. Did you mean --state? See devstead jobs list --help.",
    ],
    [['jobs', 'remove'], "Missing required argument 'ids'. See devstead jobs remove --help."],
    [['openapi', 'x'], /^Too many arguments/],
    [['jobs', 'retry', '0'], /It must be a positive integer/],
    [['jobs', 'retry', '1', '--all'], 'Give either ids, --all, or --task. See devstead jobs retry --help.'],
  ] as const) {
    const { code, stdout, stderr } = await devstead(...args)
    assert.deepEqual([code, stdout, isOneLine(stderr)], [2, '', true], stderr)
    if (typeof message === 'string') assert.equal(stderr, `${message}\n`)
    else assert.match(stderr, message)
  }
  const missing = await devstead('jobs')
  assert.deepEqual([missing.code, missing.stdout], [2, ''])
  assert.match(missing.stderr, /^Usage: devstead jobs/)
})

test('reports invalid settings with exit code 3, and an unavailable database with exit code 4', async () => {
  const settings = await (await operator({ PORT: 'x', LOG_LEVEL: 'loud' })).devstead('jobs', 'list')
  assert.deepEqual([settings.code, isOneLine(settings.stderr)], [3, true])
  assert.match(settings.stderr, /^Invalid settings: PORT = x: .+; LOG_LEVEL = loud: /)
  const database = await (await operator({ DATABASE_URL: 'postgres://127.0.0.1:1/x' })).devstead('jobs', 'list')
  assert.deepEqual([database.code, isOneLine(database.stderr)], [4, true])
  assert.match(database.stderr, /no database responds at 127\.0\.0\.1:1/)
})

test('lists, retries, and removes jobs', async () => {
  const db = await testDb()
  const { devstead } = await operator()
  const { id } = (await one<{ id: number }>(db)`select id from graphile_worker.add_job('a.task')`)!
  await run(db)`select graphile_worker.permanently_fail_jobs(array[${id}]::bigint[], 'No route to host')`
  assert.match((await devstead('jobs', 'list')).stdout, new RegExp(`^${id} +a\\.task +25/25 +No route to host\n`))
  const { jobs, total } = JSON.parse((await devstead('jobs', 'list', '--json')).stdout)
  assert.deepEqual([jobs[0].id, jobs[0].state, total], [id, 'failed', 1])
  assert.equal((await devstead('jobs', 'retry', String(id))).stdout, 'Scheduled 1 job.\n')
  assert.match(
    (await devstead('jobs', 'list')).stdout,
    /^No failed jobs\. Jobs: 0 failed, 0 retrying, 0 running, 1 waiting\.\n$/,
  )
  assert.equal((await devstead('jobs', 'remove', String(id))).stdout, 'Removed 1 job.\n')
  assert.deepEqual(await devstead('jobs', 'remove', String(id)), {
    code: 1,
    stdout: '',
    stderr: `There is no job ${id}.\n`,
  })
})

test('prints the OpenAPI description that the site serves', async () => {
  const { devstead } = await operator()
  const { openapi, paths } = JSON.parse((await devstead('openapi')).stdout)
  assert.equal(openapi, '3.1.1')
  assert.ok(paths['/api/posts'].get)
})

test('does not create a database to check its migrations', async () => {
  const { devstead, dataDir } = await operator({ DATABASE_URL: '' })
  const { code, stdout } = await devstead('migrate', '--dry-run')
  assert.deepEqual([code, stdout], [0, 'There is no database yet. devstead start creates it.\n'])
  assert.deepEqual(fs.readdirSync(dataDir), [])
})

test('migrates a new database after a dry run that changes nothing', async () => {
  const url = await emptyDatabase()
  const { devstead } = await operator({ DATABASE_URL: url })
  const dryRun = await devstead('migrate', '--dry-run', '--json')
  const { migrations, isDryRun } = JSON.parse(dryRun.stdout)
  assert.ok(isDryRun && migrations.length > 10)
  assert.deepEqual(JSON.parse((await devstead('migrate', '--json')).stdout), { migrations, isDryRun: false })
  assert.equal((await devstead('migrate')).stdout, 'The database is up to date.\n')
})

/** Creates an empty database. @returns its URL */
async function emptyDatabase(): Promise<string> {
  const db = await testDb()
  await run(db)`create database empty_command_line template template0`
  onTestFinished(async () => void (await run(db)`drop database empty_command_line with (force)`))
  return (await testDatabaseUrl()).replace(/\/[^/?]+(?=\?)/, '/empty_command_line')
}
