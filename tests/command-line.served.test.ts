import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { cpuPauseMs } from '#kernel/cpu-limit.ts'
import { one, run } from '#kernel/db.ts'
import { type AnyCommand, fullName } from '../scripts/cli/command.ts'
import { programFor } from '../scripts/cli/program.ts'
import { flipBit } from './support/backups.ts'
import { runCommand } from './support/command-line.ts'
import { testDatabaseUrl, testDb, testIdentityKey } from './support/database.ts'
import { startMailServer } from './support/mail-server.ts'
import { temporaryDataDir } from './support/site.ts'

/** Returns a function that runs `devstead` commands with the test's database, as if called from another folder. */
async function operator(settings: Record<string, string> = {}) {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: await testDatabaseUrl(),
    IDENTITY_KEY: testIdentityKey,
    INIT_CWD: dataDir,
    ...settings,
  }
  const devstead = (...args: string[]) => runCommand(env, ...args)
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

test('prints JSON for scripts with every command that prints a result', async () => {
  const leaves = (one: AnyCommand): AnyCommand[] => (one.commands.length > 0 ? one.commands.flatMap(leaves) : [one])
  const names = leaves(await programFor(undefined))
    .filter(({ options }) => !options.some(({ long }) => long === '--json'))
    .map((one) => fullName(one))
  assert.deepEqual(names, ['devstead openapi', 'devstead start']) // `openapi` always prints JSON.
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
    [['jobs', 'retry', '1', '--all'], 'Pass ids, --all, or --task. See devstead jobs retry --help.'],
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

test('lists, retries, and removes jobs', async () => {
  const db = await testDb()
  const { devstead } = await operator()
  const { id } = (await one<{ id: number }>(db)`select id from graphile_worker.add_job('a.task')`)!
  await run(db)`select graphile_worker.permanently_fail_jobs(array[${id}]::bigint[], 'No route to host')`
  assert.match(
    (await devstead('jobs', 'list')).stdout,
    new RegExp(`^Id +Task .*\n *${id} +a\\.task +25/25 +No route to host\n`),
  )
  const { jobs, total } = JSON.parse((await devstead('jobs', 'list', '--json')).stdout)
  assert.deepEqual([jobs[0].id, jobs[0].state, total], [id, 'failed', 1])
  assert.equal((await devstead('jobs', 'retry', String(id))).stdout, 'Scheduled 1 job.\n')
  assert.match(
    (await devstead('jobs', 'list')).stdout,
    /^No failed jobs\. Jobs: 0 failed, 0 retrying, 0 running, 1 waiting\.\n$/,
  )
  assert.deepEqual(JSON.parse((await devstead('jobs', 'remove', String(id), '--json')).stdout), { removed: 1 })
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

test('migrates a new database after a dry run that changes nothing', async () => {
  const url = await emptyDatabase()
  const { devstead } = await operator({ DATABASE_URL: url })
  const dryRun = await devstead('migrate', '--dry-run', '--json')
  const { migrations, isDryRun } = JSON.parse(dryRun.stdout)
  assert.ok(isDryRun && migrations.length > 10)
  assert.deepEqual(JSON.parse((await devstead('migrate', '--json')).stdout), { migrations, isDryRun: false })
  assert.equal((await devstead('migrate')).stdout, 'The database is up to date.\n')
})

test('creates, changes, and deletes members', async () => {
  const { devstead } = await operator({ REGISTRATION: 'closed' })
  const json = async (...args: string[]) => {
    const { stdout, stderr } = await devstead(...args, '--json')
    assert.equal(stderr, '')
    return JSON.parse(stdout)
  }
  const ada = await json('member', 'create', 'ada', '--email', 'ada@example.org', '--name', 'Ada Lovelace')
  assert.deepEqual([ada.username, typeof ada.temporaryPassword], ['ada', 'string'])
  await json('member', 'create', 'bob', '--email', 'bob@example.org', '--admin')
  const invited = await json('member', 'invite', 'carol', '--email', 'carol@example.org')
  assert.match(invited.link, /\/auth\?.*token/)
  assert.equal(invited.isSent, false)
  assert.equal('temporaryPassword' in invited, false)
  const roles = async () =>
    (await json('member', 'list')).map((one: { username: string; role: string }) => [one.username, one.role])
  assert.match(
    (await devstead('member', 'list')).stdout,
    /^Id  Username  Role    Name\n.*\n.*\n 1  ada       owner   Ada Lovelace\n$/,
  )
  assert.deepEqual(await roles(), [
    ['carol', 'member'],
    ['bob', 'admin'],
    ['ada', 'owner'],
  ])
  assert.deepEqual(await json('member', 'role', 'carol', 'owner'), { username: 'carol', role: 'owner' })
  assert.deepEqual(await json('member', 'role', 'ada', 'member'), { username: 'ada', role: 'member' })
  assert.deepEqual(await json('member', 'remove-second-factor', 'ada'), { username: 'ada' })
  for (const who of ['admins', 'none']) await json('member', 'two-factor', who)
  assert.deepEqual(await json('member', 'two-factor', 'writers'), { requireTwoFactor: 'writers' })
  assert.equal((await devstead('member', 'two-factor')).stdout, 'writers\n')
  assert.equal((await devstead('member', 'suspend', 'ada', '--reason', 'Spam')).code, 0)
  const refused = await devstead('member', 'delete', 'ada', '--posts', 'remove', '--yes')
  assert.deepEqual([refused.code, refused.stderr], [1, 'ada is suspended. Lift the suspension first.\n'])
  assert.equal((await devstead('member', 'restore', 'ada')).code, 0)
  assert.equal(
    (await devstead('member', 'delete', 'ada', '--posts', 'remove', '--yes')).stdout,
    'Deleted ada. Their posts are deleted.\n',
  )
  assert.deepEqual(await roles(), [
    ['carol', 'owner'],
    ['bob', 'admin'],
  ])
  assert.deepEqual(await json('member', 'remove-second-factor', '--all'), { members: 0 })
})

test('rejects invalid and impossible changes to members', async () => {
  const { devstead } = await operator()
  await devstead('member', 'create', 'ada', '--email', 'ada@example.org')
  await devstead('member', 'create', 'bob', '--email', 'bob@example.org')
  for (const [code, message, ...args] of [
    [2, /^Username must be at least 3 characters\n$/, 'create', 'x', '--email', 'x@example.org'],
    [1, /already taken/, 'create', 'ada', '--email', 'other@example.org'],
    [2, /^Required option '--email/, 'create', 'carol'],
    [1, /^No member named nobody\.\n$/, 'role', 'nobody'],
    [2, /Allowed choices are reader, member, moderator, admin, owner/, 'role', 'ada', 'king'],
    [1, /owns this site/, 'role', 'ada', 'member'],
    [2, /Add --yes to confirm/, 'delete', 'ada', '--posts', 'keep'],
    [1, /^ada owns this site or is its only administrator/, 'delete', 'ada', '--posts', 'keep', '--yes'],
    [2, /either a username or --all/, 'remove-second-factor'],
  ] as const) {
    const outcome = await devstead('member', ...args)
    assert.deepEqual([outcome.code, outcome.stdout, isOneLine(outcome.stderr)], [code, '', true], outcome.stderr)
    assert.match(outcome.stderr, message)
  }
})

test('emails invitations if there is a mail server, and always prints the link', async () => {
  const mails = await startMailServer()
  onTestFinished(mails.close)
  const { devstead } = await operator({ SMTP_URL: mails.url, MAIL_FROM: 'hello@site.example' })
  const { link, isSent } = JSON.parse(
    (await devstead('member', 'invite', 'ada', '--email', 'ada@example.org', '--json')).stdout,
  )
  assert.ok(isSent && link)
  assert.deepEqual(
    mails.received.map(({ to }) => to),
    [['ada@example.org']],
  )
  const broken = await operator({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hello@site.example' })
  const { code, stdout } = await broken.devstead('member', 'invite', 'bob', '--email', 'bob@example.org')
  assert.equal(code, 0)
  assert.match(
    stdout,
    /^Created bob\. The link could not be sent: .+\. Link to choose a password, valid for an hour:\nhttp/,
  )
})

test('exports a member’s archive and imports files, resolving paths relative to the caller’s folder', async () => {
  const { devstead, dataDir } = await operator()
  await devstead('member', 'create', 'ada', '--email', 'ada@example.org')
  await devstead('member', 'create', 'bob', '--email', 'bob@example.org')
  fs.mkdirSync(path.join(dataDir, 'posts'))
  fs.writeFileSync(
    path.join(dataDir, 'posts/hello.md'),
    '---\ntitle: Hello from a file\ndate: 2020-01-02\n---\nSome text.\n',
  )
  const imported = await devstead('import', '--member', 'ada', './posts', '--report', 'report.json', '--json')
  assert.equal(imported.code, 0, imported.stderr)
  assert.deepEqual(JSON.parse(imported.stdout), JSON.parse(fs.readFileSync(path.join(dataDir, 'report.json'), 'utf8')))
  assert.equal((await devstead('export', '--member', 'ada', '--output', 'ada.zip')).code, 0)
  const again = await devstead('export', '--member', 'ada', '--output', 'ada.zip')
  assert.deepEqual([again.code, again.stderr], [1, `${path.join(dataDir, 'ada.zip')} already exists.\n`])
  const copied = await devstead('import', '--member', 'bob', 'ada.zip')
  assert.match(copied.stdout, /posts: 1, drafts: 0/)
  assert.equal(copied.code, 0, copied.stderr)
  assert.equal((await devstead('import', '--member', 'ada', './missing')).code, 1)
  assert.equal((await devstead('import', './posts')).code, 2)
})

test('deletes unused pictures, and lists them first on request', async () => {
  const db = await testDb()
  const { devstead } = await operator()
  await devstead('member', 'create', 'ada', '--email', 'ada@example.org')
  await run(db)`
    insert into images (bucket, path, width, height, variant_widths, member_id, unused_since)
    select 'post-images', 'ada/old.webp', 1, 1, '{}', id, now() - interval '40 days' from members`
  assert.equal(
    (await devstead('media', 'prune', '--dry-run')).stdout,
    'post-images/ada/old.webp\n1 picture would be deleted.\n',
  )
  assert.deepEqual(JSON.parse((await devstead('media', 'prune', '--json')).stdout).pictures, [
    'post-images/ada/old.webp',
  ])
  assert.equal((await devstead('media', 'prune')).stdout, 'Deleted 0 pictures.\n')
})

test('records that a verification found a damaged backup, but not that the passphrase was wrong', async () => {
  const db = await testDb()
  const settings = { BACKUP_PASSPHRASE: 'correct horse battery' }
  const { devstead, dataDir } = await operator(settings)
  await devstead('member', 'create', 'ada', '--email', 'ada@example.org')
  const created = await devstead('backup', 'create', '--full-speed', '--json')
  assert.equal(created.code, 0, created.stderr)
  const { id } = JSON.parse(created.stdout)
  const recorded = () => one<{ error: string | null }>(db)`select error from backups where backup_id = ${id}`
  const wrong = await operator({ BACKUP_PASSPHRASE: 'another passphrase', BACKUP_DIR: path.join(dataDir, 'backups') })
  assert.match(
    (await wrong.devstead('backup', 'verify', '--full-speed')).stderr,
    /^BACKUP_PASSPHRASE is not the passphrase/,
  )
  assert.deepEqual(await recorded(), { error: null })
  await run(db)`delete from backups` // as after restoring it
  flipBit(path.join(dataDir, `backups/${id}.tar.age`), 12_345)
  const damaged = await devstead('backup', 'verify', '--full-speed')
  assert.deepEqual([damaged.code, isOneLine(damaged.stderr)], [1, true])
  assert.match((await recorded())!.error!, /is damaged/)
  assert.ok(await one(db)`select from notifications where kind = 'backup_failed'`)
})

test('does not slow down the tests that follow a command with low priority and a CPU limit', async () => {
  const priority = os.getPriority()
  const { devstead } = await operator()
  assert.match((await devstead('backup', 'verify')).stderr, /^There are no backups in /)
  for (const untilMs = performance.now() + 100; performance.now() < untilMs;);
  assert.deepEqual([os.getPriority(), cpuPauseMs()], [priority, 0])
})

/** Creates an empty database. @returns its URL */
async function emptyDatabase(): Promise<string> {
  const db = await testDb()
  await run(db)`create database empty_command_line template template0`
  onTestFinished(async () => void (await run(db)`drop database empty_command_line with (force)`))
  return (await testDatabaseUrl()).replace(/\/[^/?]+(?=\?)/, '/empty_command_line')
}
