import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { testDatabaseUrl, testIdentityKey } from '#tests/support/database.ts'
import { signedUp, testIdentity } from '#tests/support/identity.ts'

const script = path.join(import.meta.dirname, 'keys.ts')

async function keys(...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: await testDatabaseUrl(), IDENTITY_KEY: testIdentityKey }
  return (await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout
}

test('picks up a rotated key on a running site within a minute, without signing anyone out', async () => {
  const site = await testIdentity()
  const { session } = await signedUp(site)
  const published = async () => ((await (await site.call('GET', '/.well-known/jwks.json')).json()).keys as []).length
  assert.equal(await published(), 1)
  assert.match(await keys('rotate'), /No one is signed out/)
  site.clock.advance(60_000)
  assert.equal(await published(), 2)
  assert.ok(await site.identity.identify(`Bearer ${session.access_token}`))
})

test('invalidates tokens signed with the old key within a minute of `rotate --now`, and keeps sessions', async () => {
  const site = await testIdentity()
  const { client, session } = await signedUp(site)
  await keys('rotate', '--now')
  site.clock.advance(60_000)
  assert.equal(await site.identity.identify(`Bearer ${session.access_token}`), null)
  const { data } = await client.auth.refreshSession()
  assert.ok(await site.identity.identify(`Bearer ${data.session!.access_token}`))
})

test('rejects unknown options, and shows the help for devstead secrets for unknown arguments', async () => {
  for (const args of [
    ['rotate', '--no'],
    ['rotate', '--now', 'x'],
  ])
    await assert.rejects(keys(...args), { code: 2, stderr: /secrets rotate sessions --help/ })
  assert.match(await keys('rotat'), /^Usage: devstead secrets/)
})
