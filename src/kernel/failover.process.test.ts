import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { onTestFinished, test, vi } from 'vitest'
import { testConnection, testDb } from '#tests/support/database.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { silentProxy } from '#tests/support/silent-proxy.ts'
import { createChanges } from './changes.ts'
import { connect, type Db, inTransaction, many, one, run } from './db.ts'
import { toAppError } from './errors.ts'
import { createJobs } from './jobs.ts'
import { enqueue } from './jobs.store.ts'
import { withStatementLimit } from './statement-limit.ts'

const log = pino({ level: 'silent' })
const soon = { timeout: patienceMs, interval: 20 }
const times = { statementLimitMs: 2000, heartbeatMs: 500 }

/** A site's database behind a proxy that can silently drop connections. */
async function behindProxy() {
  const direct = await testDb()
  const proxy = await silentProxy(await testConnection())
  const db = connect({
    ...proxy.connection,
    max: 3,
    statementLimitMs: times.statementLimitMs,
    isDirect: true,
    onError: () => {},
  })
  onTestFinished(() => db.destroy())
  return { ...proxy, db, direct }
}
const backendOf = async (db: Db) => (await one<{ pid: number }>(db)`select pg_backend_pid() as pid`)!.pid
const openAll = (db: Db) => Promise.all([1, 2, 3].map(() => one(db)`select pg_sleep(0.05)`))

test('destroys silently dead connections when the time limit expires, and opens a new one for the next query', async () => {
  const { db, failOver } = await behindProxy()
  await openAll(db)
  failOver()
  const reason = await openAll(db).catch((thrown: unknown) => thrown)
  assert.equal(toAppError(reason).code, 'not_ready')
  assert.ok(await backendOf(db))
  await openAll(db)
})

test('does not reuse a pool’s idle connections after one of them has died silently', async () => {
  const { db, failOver } = await behindProxy()
  await openAll(db)
  failOver()
  await assert.rejects(one(db)`select 1`)
  await openAll(db)
})

test('fails the whole transaction when its connection dies silently, and does not reuse that connection', async () => {
  const { db, direct, failOver } = await behindProxy()
  const addSecret = (to: Db, name: string) => run(to)`insert into site_secrets (name, value) values (${name}, 'x')`
  const lost = await inTransaction(db, async (tx) => {
    await addSecret(tx, 'lost')
    failOver()
    await addSecret(tx, 'never sent')
  }).catch((reason: unknown) => reason)
  assert.equal(toAppError(lost).code, 'not_ready')
  await inTransaction(db, (tx) => addSecret(tx, 'kept'))
  await vi.waitFor(
    async () => assert.deepEqual(await many(direct)`select name from site_secrets`, [{ name: 'kept' }]),
    soon,
  )
})

test('lets a statement run longer when the enclosing work has a longer time limit', async () => {
  const { db } = await behindProxy()
  await assert.rejects(one(db)`select pg_sleep(3)`)
  await withStatementLimit(patienceMs, () => one(db)`select pg_sleep(3)`)
})

test('checks that a connection responds before starting a long-running operation on it', async () => {
  const { db, failOver } = await behindProxy()
  await openAll(db)
  failOver()
  assert.ok(await withStatementLimit(10 * patienceMs, () => backendOf(db)))
})

test('cancels an abandoned statement and ends an abandoned transaction on the server', async () => {
  const { db, direct } = await behindProxy()
  await assert.rejects(one(db)`select pg_sleep(600), 'given up'`)
  const stillRuns = () => one(direct)`select from pg_stat_activity
    where query like '%given up%' and state = 'active' and pid <> pg_backend_pid()`
  await vi.waitFor(async () => assert.equal(await stillRuns(), null), soon)
  const setting = await one(db)`select current_setting('idle_in_transaction_session_timeout') as value`
  assert.deepEqual(setting, { value: '1min' })
})

test(
  'continues running jobs after their connections have died silently, and picks up new jobs',
  { timeout: 2 * patienceMs },
  async () => {
    const { direct, connection, failOver } = await behindProxy()
    const done: unknown[] = []
    const tasks = { greet: async (payload: unknown) => void done.push(payload) }
    const jobs = await createJobs({ connection, sets: [{ tasks }], log, ...times })
    onTestFinished(() => jobs.stop())
    const listeners = () =>
      many<{ pid: number }>(direct)`select pid from pg_stat_activity
      where datname = current_database() and (query like 'LISTEN "jobs:insert"%' or query = 'select 1 as alive')`
    await vi.waitFor(async () => assert.equal((await listeners()).length, 1), soon)
    const [before] = await listeners()
    failOver()
    await enqueue(direct, 'greet', { name: 'again' })
    await vi.waitFor(() => assert.deepEqual(done, [{ name: 'again' }]), soon)
    await vi.waitFor(async () => {
      const [after] = await listeners()
      assert.ok(after && after.pid !== before!.pid)
    }, soon)
  },
)

test('replaces a listening connection that dies silently, and treats everything as changed', async () => {
  const { direct, db, connection, failOver } = await behindProxy()
  const changes = await createChanges({ db, connection, log, retryMs: 50, heartbeatMs: times.heartbeatMs })
  const other = await createChanges({ db: direct, connection: await testConnection(), log })
  onTestFinished(async () => void (await Promise.all([changes.stop(), other.stop()])))
  const before = changes.stampOf(['posts'])
  assert.ok(before !== null)
  failOver()
  await other.announce('posts')
  await vi.waitFor(() => assert.notEqual(changes.stampOf(['posts']) ?? before, before), soon)
  const again = changes.stampOf(['posts'])
  await other.announce('posts')
  await vi.waitFor(() => assert.notEqual(changes.stampOf(['posts']), again), soon)
})

test('stops promptly when the listening connection is dead', async () => {
  const { db, connection, goSilent } = await behindProxy()
  const changes = await createChanges({ db, connection, log, heartbeatMs: 60_000 })
  goSilent()
  await sleep(20)
  await changes.stop()
  assert.equal(changes.stampOf(['posts']), null)
})

test('stops promptly while the listening connection is being replaced', async () => {
  const { db, connection, goSilent } = await behindProxy()
  const changes = await createChanges({ db, connection, log, retryMs: 10, heartbeatMs: 100 })
  goSilent()
  await vi.waitFor(() => assert.equal(changes.stampOf(['posts']), null), soon)
  await sleep(100)
  await changes.stop()
  assert.equal(changes.stampOf(['posts']), null)
})
