import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished, test } from 'vitest'
import { codeOf, stepAt } from '#providers/identity/totp.ts'
import { browserClient, fromBase32 } from './support/identity.ts'
import { preparedDataDir } from './support/prepared-database.ts'
import { startSite } from './support/site.ts'

const limitMs = 600_000
const root = path.resolve(import.meta.dirname, '..')
const credentials = { email: 'ada@devstead.test', password: 'loom-and-engine' }

/** Creates a site with a member who uses an authenticator app, and stops it. */
async function siteWithApp() {
  const { dataDir, remove } = await preparedDataDir()
  onTestFinished(remove)
  const file = path.join(dataDir, 'identity.key')
  const start = async (settings: Record<string, string> = {}) => {
    const site = await startSite(dataDir, { LOG_LEVEL: 'error', ...settings })
    onTestFinished(async () => void (await site.stop()))
    return site
  }
  const site = await start()
  const { auth } = browserClient(site.url)
  await auth.signUp({ ...credentials, options: { data: { username: 'ada', fullName: 'Ada Lovelace' } } })
  const app = (await auth.mfa.enroll({ factorType: 'totp' })).data!
  const code = (steps: number) => codeOf(fromBase32(app.totp.secret), stepAt(Date.now()) + steps)
  await auth.mfa.challengeAndVerify({ factorId: app.id, code: code(0) })
  await site.stop()
  const signIn = async (url: string) => {
    const { auth } = browserClient(url)
    await auth.signInWithPassword(credentials)
    return auth.mfa.challengeAndVerify({ factorId: app.id, code: code(1) })
  }
  return { dataDir, file, start, signIn }
}

async function member(dataDir: string, ...words: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, LOG_FORMAT: 'json', RTMP_PORT: '0' }
  const answer = promisify(execFile)(process.execPath, ['scripts/run.mjs', 'member', ...words], { cwd: root, env })
  return answer.then(
    ({ stdout }) => stdout,
    (reason: { stderr: string }) => reason.stderr,
  )
}

test(
  'does not start without its identity key, creates no other key, and starts once the old key is restored',
  { timeout: limitMs },
  async () => {
    const { dataDir, file, start, signIn } = await siteWithApp()
    const aside = path.join(dataDir, 'aside.key')
    renameSync(file, aside)
    for (const settings of [{}, { WEB_PROCESSES: '2' }])
      await assert.rejects(start(settings), /has no identity key[\s\S]*IDENTITY_KEY[\s\S]*remove-second-factor --all/)
    assert.match(await member(dataDir, 'remove-second-factor', 'ada'), /^This site has no identity key/)
    assert.ok(!existsSync(file))

    const other = { IDENTITY_KEY: randomBytes(32).toString('hex') }
    await assert.rejects(
      start(other),
      /The key in IDENTITY_KEY is not the identity key that this database was set up with/,
    )

    const site = await start({ IDENTITY_KEY: readFileSync(aside, 'utf8') })
    assert.equal((await signIn(site.url)).error, null)
    assert.ok(!existsSync(file))
  },
)

test(
  'lets members sign in with only their passwords after a command replaces a lost key',
  { timeout: limitMs },
  async () => {
    const { dataDir, file, start, signIn } = await siteWithApp()
    renameSync(file, path.join(dataDir, 'lost.key'))
    assert.match(await member(dataDir, 'remove-all-second-factors'), /1 member now signs in with only a password/)
    const site = await start()
    assert.ok(existsSync(file))
    assert.equal((await signIn(site.url)).error?.code, 'mfa_factor_not_found')
    const { error } = await browserClient(site.url).auth.mfa.listFactors()
    assert.ok(error, 'signs no one in')
  },
)
