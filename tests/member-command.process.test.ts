import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished, test, vi } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { testDatabaseUrl, testDb } from './support/database.ts'

// Each test runs many programs.
vi.setConfig({ testTimeout: 180_000 })

/** Runs `npm run member -- …` against the test's database. */
async function memberCommand(settings: Record<string, string> = {}) {
  const db = await testDb()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL: await testDatabaseUrl(), ...settings }
  const member = async (...args: string[]) => {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ['scripts/member.ts', ...args], { env })
      return { code: 0, said: stdout.trim() }
    } catch (reason) {
      const { code, stderr } = reason as { code: number; stderr: string }
      return { code, said: stderr.trim() }
    }
  }
  await run(db)`insert into members (issuer, subject, username, display_name, role) values
    ('test', '1', 'olga', 'Olga', 'admin'), ('test', '2', 'bob', 'Bob', 'member')`
  await run(db)`insert into site_ownership (member_id) select id from members where username = 'olga'`
  return { db, member }
}

test('grants and revokes roles and transfers ownership', async () => {
  const { db, member } = await memberCommand()
  assert.deepEqual(await member('grant-admin', 'Bob'), { code: 0, said: 'Bob is now an administrator.' })
  assert.match((await member('list')).said, /2 {2}bob +admin +Bob\n +1 {2}olga +owner +Olga/)
  assert.match((await member('revoke-admin', 'olga')).said, /owns this site/)
  assert.match((await member('transfer-ownership', 'bob')).said, /^bob now owns this site/)
  assert.deepEqual(await member('revoke-admin', 'olga'), { code: 0, said: 'olga is no longer an administrator.' })
  assert.deepEqual(await member('grant-admin', 'unknown'), { code: 1, said: 'No member named unknown.' })
  const changes = await many(db)`
    select username, change, via, changed_by as by from role_changes join members on members.id = member_id
    order by role_changes.id`
  assert.deepEqual(changes, [
    { username: 'bob', change: 'admin_granted', via: 'command', by: null },
    { username: 'olga', change: 'ownership_lost', via: 'command', by: null },
    { username: 'bob', change: 'ownership_granted', via: 'command', by: null },
    { username: 'olga', change: 'admin_revoked', via: 'command', by: null },
  ])
})

test('does not transfer ownership while OWNER_USERNAME is set', async () => {
  const { member } = await memberCommand({ OWNER_USERNAME: 'olga' })
  const { code, said } = await member('transfer-ownership', 'bob')
  assert.equal(code, 1)
  assert.match(said, /OWNER_USERNAME/)
})
