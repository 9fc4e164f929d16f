import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { type Db, many, one, run } from '#kernel/db.ts'
import { parseKeys } from '#kernel/key-file.ts'
import { sealSecrets } from '#kernel/sealed-secrets.ts'
import { openSealing } from '#kernel/sealing-key.ts'
import { createSealing } from '#kernel/sealing.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { createKeyRing } from '#providers/identity/keys.ts'
import { createLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { testDb, testSealing } from '#tests/support/database.ts'
import { movableClock, signedUp, testIdentity } from '#tests/support/identity.ts'
import { sealedSecrets } from './sealing.ts'

const newSealing = (...keys: Buffer[]) => createSealing(() => keys)

/** Stores what an earlier version stored as plain text. */
async function unseal(db: Db): Promise<void> {
  const open = (owner: string, sealed: Buffer) => testSealing.unseal(owner, sealed)
  for (const { id, secret } of await many<{ id: string; secret: Buffer }>(db)`
    select id, sealed_secret as secret from identity_sessions`)
    await run(
      db,
    )`update identity_sessions set secret = ${open(`session ${id}`, secret)}, sealed_secret = null where id = ${id}::uuid`
  for (const { kid, jwk } of await many<{ kid: string; jwk: Buffer }>(db)`
    select kid, sealed_jwk as jwk from identity_keys`)
    await run(
      db,
    )`update identity_keys set private_jwk = ${open(`signing key ${kid}`, jwk).toString()}::jsonb, sealed_jwk = null
      where kid = ${kid}`
  for (const { name, value } of await many<{ name: string; value: Buffer }>(db)`
    select name, sealed_value as value from site_secrets`)
    await run(
      db,
    )`update site_secrets set value = ${open(`site secret ${name}`, value)}, sealed_value = null where name = ${name}`
  for (const { id, owner, key } of await many<{ id: number; owner: string; key: Buffer }>(db)`
    select id, 'stream key embedded ' || provider_id as owner, sealed_stream_key as key from all_livestreams`)
    await run(
      db,
    )`update all_livestreams set stream_key = ${open(owner, key).toString()}, sealed_stream_key = null where id = ${id}`
}

/** Returns everything in the tables with secrets, as text. */
const dump = async (db: Db): Promise<string> =>
  (await one<{ text: string }>(db)`
    select concat((select json_agg(t) from identity_sessions t), (select json_agg(t) from identity_keys t),
      (select json_agg(t) from site_secrets t), (select json_agg(t) from all_livestreams t)) as text`)!.text

test('stores no secret as plain text, and encrypts secrets that an earlier version stored as plain text', async () => {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const token = await site.register('alice')
  const created = await site.call('POST', createLivestream.path, { token, body: { title: 'Pairing' } })
  const { id, streamKey } = (await created.json()) as { id: number; streamKey: string }
  const secret = await siteSecret(site.ctx, 'live')
  const isPlain = async () => {
    const text = await dump(site.db)
    return [text.includes(streamKey), text.includes(secret.toString('hex')), text.includes('"d"')]
  }
  assert.deepEqual(await isPlain(), [false, false, false])

  await unseal(site.db)
  assert.deepEqual(await isPlain(), [true, true, true])
  const works = async () => {
    const own = (await (await site.call('GET', '/api/users/me/livestreams', { token })).json()) as {
      streamKey: string
    }[]
    assert.deepEqual(
      own.map((one) => one.streamKey),
      [streamKey],
      `livestream ${id}`,
    )
    assert.deepEqual(await siteSecret(site.ctx, 'live'), secret)
    assert.equal((await site.call('GET', '/api/users/me', { token })).status, 200)
  }
  await works()
  const counts = await sealSecrets(site.db, site.ctx.sealing, sealedSecrets)
  assert.equal(counts['stream keys'], 1)
  assert.ok(counts['sessions']! >= 1 && counts['signing keys']! >= 1 && counts['site secrets']! >= 1)
  assert.deepEqual(await isPlain(), [false, false, false])
  await works()
  const again = await sealSecrets(site.db, site.ctx.sealing, sealedSecrets)
  assert.equal(
    Object.values(again).reduce((sum, count) => sum + count),
    0,
  )
})

test('encrypts more secrets than fit in one batch while sessions are being refreshed', async () => {
  const db = await testDb()
  const t = await testIdentity()
  const { auth } = (await signedUp(t)).client
  await unseal(db)
  await run(db)`
    insert into identity_sessions (id, user_id, secret, method, created_at, refreshed_at)
    select gen_random_uuid(), user_id, secret, method, created_at, refreshed_at
    from identity_sessions, generate_series(1, 1200)`
  const [counts, refreshed] = await Promise.all([sealSecrets(db, testSealing, sealedSecrets), auth.refreshSession()])
  assert.ok(counts['sessions']! >= 1201)
  assert.equal(refreshed.error, null)
  assert.equal((await auth.refreshSession()).error, null)
  assert.equal(await one(db)`select from identity_sessions where secret is not null`, null)
})

test('re-encrypts everything with a new key, and can decrypt with either key in the meantime', async () => {
  const db = await testDb()
  const clock = movableClock()
  const [old, next] = [randomBytes(32), randomBytes(32)]
  const before = newSealing(old)
  await sealSecrets(db, before, sealedSecrets)
  const secret = await siteSecret({ db, sealing: before }, 'live')
  const { kid } = await createKeyRing({ db, clock, sealing: before }).signing()

  const both = newSealing(next, old)
  assert.deepEqual(await siteSecret({ db, sealing: both }, 'live'), secret)
  const counts = await sealSecrets(db, both, sealedSecrets)
  assert.deepEqual([counts['site secrets'], counts['signing keys']], [1, 1])
  const after = newSealing(next)
  assert.deepEqual(await siteSecret({ db, sealing: after }, 'live'), secret)
  assert.equal((await createKeyRing({ db, clock, sealing: after }).signing()).kid, kid)
  await assert.rejects(siteSecret({ db, sealing: before }, 'live'), /different identity key/)
})

test('accepts the new key after a process that started with the old one encrypts secrets', async () => {
  const db = await testDb()
  const keys = [randomBytes(32)]
  const running = createSealing(() => [...keys])
  await siteSecret({ db, sealing: running }, 'live')
  await sealSecrets(db, running, sealedSecrets)
  keys.unshift(randomBytes(32))
  await sealSecrets(db, newSealing(...keys), sealedSecrets)
  await sealSecrets(db, running, sealedSecrets)
  const onlyNew = { setting: keys[0]!.toString('hex'), file: '/nowhere/identity.key' }
  await assert.doesNotReject(openSealing(db, onlyNew, sealedSecrets))
})

test('re-encrypts secrets that a machine encrypted with the old key after another machine re-encrypted everything', async () => {
  const db = await testDb()
  const [old, next] = [randomBytes(32), randomBytes(32)]
  const notRestarted = newSealing(old, next)
  await siteSecret({ db, sealing: notRestarted }, 'live')
  await sealSecrets(db, notRestarted, sealedSecrets)
  await sealSecrets(db, newSealing(next, old), sealedSecrets)
  const secret = await siteSecret({ db, sealing: notRestarted }, 'notifications')
  const counts = await sealSecrets(db, newSealing(next, old), sealedSecrets)
  assert.equal(counts['site secrets'], 1)
  assert.deepEqual(await siteSecret({ db, sealing: newSealing(next) }, 'notifications'), secret)
})

test('notices at runtime that the key was replaced, and binds each secret to its row', () => {
  const keys = [randomBytes(32)]
  const running = createSealing(() => [...keys])
  const first = running.seal('a', Buffer.from('one'))
  keys.unshift(randomBytes(32))
  const second = newSealing(keys[0]!).seal('b', Buffer.from('two'))
  assert.equal(running.unseal('b', second).toString(), 'two')
  assert.equal(running.unseal('a', first).toString(), 'one')
  assert.equal(
    newSealing(keys[0]!)
      .unseal('c', running.seal('c', Buffer.from('three')))
      .toString(),
    'three',
  )
  for (const wrong of [first, Buffer.alloc(0), Buffer.alloc(27), createHash('sha256').digest()])
    assert.throws(() => running.unseal('b', wrong), /different identity key/)
  assert.equal(parseKeys('')?.length, undefined)
})
