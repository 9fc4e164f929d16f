import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished, test } from 'vitest'
import { testConnection, testDb } from '#tests/support/database.ts'
import { connect, type Db, type DbOptions, inTransaction, one, run, sql } from './db.ts'
import { toAppError } from './errors.ts'

async function opened(options: Partial<DbOptions> = {}): Promise<Db> {
  const db = connect({ ...(await testConnection()), max: 1, onError: () => {}, ...options })
  onTestFinished(() => db.destroy())
  return db
}
async function refusalOf(work: Promise<unknown>) {
  const { status, details } = toAppError(await work.catch((reason: unknown) => reason))
  return { status, canRetry: Boolean(details.retryAfterSeconds) }
}
const tryAgain = { status: 503, canRetry: true }
const addSecret = (db: Db) => run(db)`insert into site_secrets (name, value) values ('a', 'b')`
const backendOf = async (db: Db) => (await one<{ pid: number }>(db)`select pg_backend_pid() as pid`)!.pid

test.each([
  ['08006', 'connection failure'],
  ['53300', 'too many connections'],
  ['57014', 'canceled'],
  ['57P01', 'shutting down'],
  ['25006', 'read-only'],
  ['25P04', 'transaction timeout'],
  ['40001', 'serialization failure'],
  ['40P01', 'deadlock'],
  ['55P03', 'lock not available'],
])('treats %s (%s) as transient', async (code) => {
  const db = await opened()
  assert.deepEqual(await refusalOf(sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(db)), tryAgain)
})

test.each([['22012'], ['23505'], ['42601'], ['42P01'], ['XX000']])('does not treat %s as transient', async (code) => {
  const db = await opened()
  const raised = sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(db)
  assert.deepEqual(await refusalOf(raised), { status: 500, canRetry: false })
})

test('treats a transaction ended by the idle timeout as transient', async () => {
  const db = await opened({ idle_in_transaction_session_timeout: 50 })
  const idle = inTransaction(db, async (tx) => {
    await one(tx)`select 1`
    await sleep(300)
    await one(tx)`select 1`
  })
  assert.deepEqual(await refusalOf(idle), tryAgain)
  assert.ok(await one(db)`select 1`)
})

test('treats a connection lost during a transaction as transient', async () => {
  const [db, admin] = [await opened(), await testDb()]
  const cut = inTransaction(db, async (tx) => {
    await one(admin)`select pg_terminate_backend(${await backendOf(tx)})`
    await sleep(50)
    await addSecret(tx)
  })
  assert.deepEqual(await refusalOf(cut), tryAgain)
})

test('treats a rejected write to a standby as transient, and reconnects, possibly to the primary', async () => {
  const db = await opened({ options: '-c default_transaction_read_only=on' })
  const before = await backendOf(db)
  assert.deepEqual(await refusalOf(addSecret(db)), tryAgain)
  assert.notEqual(await backendOf(db), before)
  const again = await backendOf(db)
  assert.deepEqual(await refusalOf(inTransaction(db, addSecret)), tryAgain)
  assert.notEqual(await backendOf(db), again)
})

test('treats an error from a closed pool as transient because the site is restarting', async () => {
  const db = connect({ ...(await testConnection()), onError: () => {} })
  await one(db)`select 1`
  await db.destroy()
  assert.deepEqual(await refusalOf(one(db)`select 1`), tryAgain)
})
