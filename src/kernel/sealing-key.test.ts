import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, test } from 'vitest'
import { type Db, one, run } from '#kernel/db.ts'
import { testDb } from '#tests/support/database.ts'
import { identitySecrets } from '#providers/identity/sealed-secrets.ts'
import { type KeySource, abandonSealingKey, openSealing } from './sealing-key.ts'
import { createSealing, fingerprintOf } from './sealing.ts'

function keyFile(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'devstead-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'identity.key')
}
const inFile = (file: string) => ({ setting: null, file })
const asSetting = (key: Buffer) => ({ setting: key.toString('hex'), file: keyFile() })

/** Opens the key with the identity provider's secrets. @returns its fingerprint */
const openKey = async (db: Db, source: KeySource) => (await openSealing(db, source, identitySecrets)).fingerprint()

/** Stores an authenticator app without a fingerprint, as earlier versions did. */
async function addSealedSecret(db: Db, key: Buffer): Promise<void> {
  const [userId, id] = [randomUUID(), randomUUID()]
  await run(db)`insert into identity_users (id, email, password_hash, metadata, confirmed_at, created_at, updated_at)
    values (${userId}::uuid, ${`${userId}@devstead.test`}, '', '{}', now(), now(), now())`
  await run(db)`insert into identity_factors (id, user_id, kind, sealed_secret, verified_at, created_at, updated_at)
    values (${id}::uuid, ${userId}::uuid, 'totp', ${createSealing(() => [key]).seal(id, randomBytes(20))}, now(), now(), now())`
}

test('creates a key for a new database, and returns the same key afterward', async () => {
  const db = await testDb()
  const file = keyFile()
  const fingerprint = await openKey(db, inFile(file))
  assert.deepEqual(await openKey(db, inFile(file)), fingerprint)
  assert.deepEqual(await openKey(db, { ...inFile(keyFile()), setting: readFileSync(file, 'utf8') }), fingerprint)
})

test('rejects a second machine without the key, even before any member has an authenticator app', async () => {
  const db = await testDb()
  await openKey(db, inFile(keyFile()))
  const second = keyFile()
  await assert.rejects(openKey(db, inFile(second)), /no identity key/)
  assert.deepEqual(readdirSync(path.dirname(second)), [])
  await assert.rejects(openKey(db, asSetting(randomBytes(32))), /The key in IDENTITY_KEY is not the identity key/)
})

test('rejects one of two machines that start simultaneously on a new database', async () => {
  const db = await testDb()
  const files = [keyFile(), keyFile()]
  const results = await Promise.allSettled(files.map((file) => openKey(db, inFile(file))))
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(files.filter((file) => existsSync(file)).length, 1)
})

test('shares one key between concurrent processes with the same folder', async () => {
  const db = await testDb()
  const file = keyFile()
  const keys = await Promise.all([1, 2, 3, 4].map(() => openKey(db, inFile(file))))
  for (const key of keys) assert.deepEqual(key, keys[0])
})

test('accepts only a key that decrypts an existing secret when a database has no fingerprint', async () => {
  const db = await testDb()
  const key = randomBytes(32)
  await addSealedSecret(db, randomBytes(32))
  await addSealedSecret(db, key)
  const none = keyFile()
  await assert.rejects(openKey(db, inFile(none)), /no identity key/)
  assert.ok(!existsSync(none))
  await assert.rejects(openKey(db, asSetting(randomBytes(32))), /is not the identity key/)
  assert.equal(await one(db)`select from sealing_key`, null)
  assert.deepEqual(await openKey(db, asSetting(key)), fingerprintOf(key))
  assert.ok(await one(db)`select from sealing_key`)
})

test('removes data encrypted with an abandoned key, notifies the members, and then accepts another key', async () => {
  const db = await testDb()
  const key = randomBytes(32)
  await addSealedSecret(db, key)
  await openKey(db, asSetting(key))
  assert.equal((await abandonSealingKey(db, identitySecrets))['authenticator apps'], 1)
  assert.equal(await one(db)`select from identity_factors`, null)
  assert.ok(await one(db)`select from graphile_worker.jobs where task_identifier = 'identity.letter'`)
  const other = randomBytes(32)
  assert.deepEqual(await openKey(db, asSetting(other)), fingerprintOf(other))
})
