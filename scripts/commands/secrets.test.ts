import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { one } from '#kernel/db.ts'
import { createSealing } from '#kernel/sealing.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { createLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { testDatabaseUrl, testIdentityKey } from '#tests/support/database.ts'

const script = path.resolve(import.meta.dirname, '../devstead.ts')

/** A running site with its key in a file, and a member with a livestream. */
async function siteWithSecrets(settings: Record<string, string> = { IDENTITY_KEY: '' }) {
  const site = await testApplication({ RATE_LIMITS: 'off', ...settings })
  const token = await site.register('alice')
  await site.call('POST', createLivestream.path, { token, body: { title: 'Pairing' } })
  const streamKey = async () => {
    const answer = await site.call('GET', '/api/users/me/livestreams', { token })
    return ((await answer.json()) as { streamKey: string }[])[0]!.streamKey
  }
  const signIn = async () => {
    const body = { email: 'alice@devstead.test', password: 'secret of alice' }
    const answer = await site.call('POST', '/auth/v1/token?grant_type=password', { body })
    return (await answer.json()) as { refresh_token: string }
  }
  const refresh = async (refresh_token: string) =>
    (await site.call('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } })).status
  const { dataDir } = site.config
  const env = { PATH: process.env['PATH'], DATABASE_URL: await testDatabaseUrl(), DATA_DIR: dataDir, ...settings }
  const rotate = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [script, 'secrets', 'rotate', ...args], { env })).stdout
  const keys = () => fs.readFileSync(path.join(dataDir, 'identity.key'), 'utf8').split('\n')
  return { ...site, streamKey, signIn, refresh, rotate, keys }
}

test('encrypts everything with a new key while the site is running', async () => {
  const site = await siteWithSecrets()
  const [key, session, [first]] = [await site.streamKey(), await site.signIn(), site.keys()]
  // A machine that does not have the new key yet.
  const otherMachine = { db: site.db, sealing: createSealing(() => [Buffer.from(first!, 'hex')]) }
  let secret: Buffer | undefined
  for (const isFirst of [true, false]) {
    const { encrypted } = JSON.parse(await site.rotate('encryption', '--json'))
    assert.equal(encrypted['stream keys'], 1)
    assert.ok(encrypted['sessions'] >= 2 && encrypted['signing keys'] === 1, JSON.stringify(encrypted))
    assert.equal(site.keys().length, 2)
    assert.equal(await site.streamKey(), key)
    if (isFirst) secret = await siteSecret(otherMachine, 'other')
  }
  assert.ok(!site.keys().includes(first!))
  assert.deepEqual(await siteSecret(site.ctx, 'other'), secret)
  assert.equal(await site.refresh(session.refresh_token), 200)
  assert.equal(await site.refresh((await site.signIn()).refresh_token), 200)
  assert.deepEqual(site.logged, [])
})

test('prints a new key and changes nothing if IDENTITY_KEY sets the current key', async () => {
  const site = await siteWithSecrets({ IDENTITY_KEY: testIdentityKey })
  const before = await one(site.db)`select * from sealing_key`
  assert.match(await site.rotate('encryption'), /^A new key: [0-9a-f]{64}\n/)
  assert.deepEqual(await one(site.db)`select * from sealing_key`, before)
})

test('replaces all stream keys', async () => {
  const site = await siteWithSecrets()
  const key = await site.streamKey()
  assert.equal(await site.rotate('stream-keys'), 'Replaced 1 stream key.\n')
  const replaced = await site.streamKey()
  assert.match(replaced, /^live_/)
  assert.notEqual(replaced, key)
})

test('replaces the key that signs sessions, and signs no one out', async () => {
  const site = await siteWithSecrets()
  const { refresh_token } = await site.signIn()
  const kids = async () => {
    const { keys } = (await (await site.call('GET', '/auth/v1/.well-known/jwks.json')).json()) as {
      keys: { kid: string }[]
    }
    return keys.map(({ kid }) => kid)
  }
  const [before] = await kids()
  assert.deepEqual(JSON.parse(await site.rotate('sessions', '--json')), { immediately: false })
  assert.match(await site.rotate('sessions', '--now'), /^A new key now signs sessions\./)
  const { now } = site.clock
  site.clock.now = () => now() + 61_000 // After a minute, every process knows the new key.
  const after = await kids()
  assert.ok(after.length === 1 && after[0] !== before, JSON.stringify({ before, after }))
  assert.equal(await site.refresh(refresh_token), 200)
})
