import assert from 'node:assert/strict'
import { type ExecFileException, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished, test, vi } from 'vitest'
import type { Outcome } from './support/command-line.ts'
import { patienceMs } from './support/patience.ts'
import { preparedDataDir } from './support/prepared-database.ts'
import { startSite, temporaryDataDir } from './support/site.ts'

// The program itself. What its commands do is tested in command-line.served.test.ts.
vi.setConfig({ testTimeout: 180_000 })

const bin = path.resolve(import.meta.dirname, '../scripts/bin.mjs')

/** Returns a function that runs the `devstead` program from another folder. */
function operator(settings: Record<string, string> = {}) {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...settings }
  const devstead = (...args: string[]) =>
    new Promise<Outcome>((resolve) => {
      const done = (reason: ExecFileException | null, stdout: string, stderr: string) =>
        resolve({ code: reason ? Number(reason.code) : 0, stdout, stderr })
      execFile(process.execPath, [bin, ...args], { env, cwd: dataDir, maxBuffer: 2 ** 26 }, done)
    })
  return { devstead, dataDir }
}

const isOneLine = (text: string) => /^[^\n]+\n$/.test(text)

test('prints help, propagates the exit code, and writes one line to standard error', async () => {
  const { devstead } = operator()
  const help = await devstead('--help')
  assert.equal(help.code, 0)
  assert.match(help.stdout, /^Usage: devstead <command> \[options\]\n[^]*\n {2}jobs +List, retry/)
  assert.deepEqual(await devstead('jbos'), {
    code: 2,
    stdout: '',
    stderr: "Unknown command 'jbos'. Did you mean jobs? See devstead --help.\n",
  })
})

test('reports invalid settings with exit code 3, and an unavailable database with exit code 4', async () => {
  const settings = await operator({ PORT: 'x', LOG_LEVEL: 'loud' }).devstead('jobs', 'list')
  assert.deepEqual([settings.code, isOneLine(settings.stderr)], [3, true])
  assert.match(settings.stderr, /^Invalid settings: PORT = x: .+; LOG_LEVEL = loud: /)
  const database = await operator({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }).devstead('jobs', 'list')
  assert.deepEqual([database.code, isOneLine(database.stderr)], [4, true])
  assert.match(database.stderr, /no database responds at 127\.0\.0\.1:1/)
})

test('ends quietly when the next program in a pipe has read enough', async () => {
  const child = spawn(process.execPath, [bin, 'openapi'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.once('data', () => child.stdout.destroy())
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
})

test('does not create a database just to check migrations', async () => {
  const { devstead, dataDir } = operator()
  const { code, stdout } = await devstead('migrate', '--dry-run')
  assert.deepEqual([code, stdout], [0, 'There is no database yet. devstead start creates it.\n'])
  assert.deepEqual(fs.readdirSync(dataDir), [])
})

test(
  'works on a site’s built-in database, both while the site is running and after it has stopped',
  { timeout: 600_000 },
  async () => {
    const { dataDir, remove } = await preparedDataDir()
    onTestFinished(remove)
    const site = await startSite(dataDir, {}, [process.execPath, bin, 'start'])
    onTestFinished(async () => void (await site.stop()))
    const { devstead } = operator({ DATA_DIR: dataDir })
    const profile = () => fetch(`${site.url}/api/users/by-username/ada`)
    assert.equal((await profile()).status, 404)
    assert.equal((await devstead('member', 'create', 'ada', '--email', 'ada@example.org')).code, 0)
    await vi.waitFor(async () => assert.equal((await profile()).status, 200), { timeout: patienceMs, interval: 50 })
    assert.equal(await site.stop(), 0)
    assert.match((await devstead('member', 'list')).stdout, /ada +owner/)
    assert.ok(!fs.existsSync(path.join(dataDir, 'postgres/postmaster.pid')))
  },
)
