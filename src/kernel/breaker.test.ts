import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { onTestFinished, test, vi } from 'vitest'
import { testConnection, testDb } from '#tests/support/database.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { silentProxy } from '#tests/support/silent-proxy.ts'
import { createBreaker } from './breaker.ts'
import { DatabaseUnavailable } from './database-errors.ts'
import { connect, one } from './db.ts'
import { probeDatabase } from './probe.ts'

const soon = { timeout: patienceMs, interval: 20 }

async function behindProxy(breakerPatienceMs = 60_000) {
  await testDb()
  const proxy = await silentProxy(await testConnection())
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => logged.push((JSON.parse(line) as { msg: string }).msg) })
  const probe = () => probeDatabase(proxy.connection, 1000)
  const breaker = createBreaker({ probe, log, patienceMs: breakerPatienceMs, pauseMs: 50 })
  const db = connect({ ...proxy.connection, statementLimitMs: 15_000, breaker, onError: () => {} })
  onTestFinished(async () => {
    breaker.stop()
    await db.destroy()
  })
  return { ...proxy, breaker, db, logged }
}

test('detects an unresponsive database long before the time limit, and then stops making requests wait for it', async () => {
  const { db, breaker, goSilent, recover, logged } = await behindProxy()
  await one(db)`select 1`
  goSilent()
  const hanging = one(db)`select 1`.catch(() => {})
  await vi.waitFor(() => assert.ok(breaker.isTroubled()), soon)
  await assert.rejects(one(db)`select 1`, DatabaseUnavailable)
  recover()
  await vi.waitFor(() => assert.ok(!breaker.isTroubled()), soon)
  assert.deepEqual(logged, ['the database is not responding: serving cached pages', 'the database is responding again'])
  assert.ok(hanging)
})

test('does not open the breaker for a slow statement if the database responds', async () => {
  const { db, breaker, logged } = await behindProxy()
  await one(db)`select pg_sleep(2.5)`
  assert.ok(!breaker.isTroubled())
  assert.deepEqual(logged, [])
})

test('stays open while all servers are standbys, and none of them has been promoted yet', async () => {
  const answers = [standby(), standby(), null]
  const probe = async () => {
    const reason = answers.shift() ?? null
    if (reason) throw reason
  }
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => logged.push((JSON.parse(line) as { msg: string }).msg) })
  const breaker = createBreaker({ probe, log, pauseMs: 20 })
  onTestFinished(breaker.stop)
  breaker.suspect()
  await vi.waitFor(() => assert.ok(breaker.isTroubled()), soon)
  await vi.waitFor(() => assert.ok(!breaker.isTroubled()), soon)
  assert.deepEqual([answers.length, logged.length], [0, 2])
})

const standby = () => Object.assign(new Error('The server is a standby'), { code: '25006' })

test('makes requests wait for a database that refuses connections, but no longer than a restart may take', async () => {
  let isUnavailable = true
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const probe = () => (isUnavailable ? Promise.reject(refused) : Promise.resolve())
  const breaker = createBreaker({ probe, log: pino({ level: 'silent' }), patienceMs: 300, pauseMs: 20 })
  onTestFinished(breaker.stop)
  breaker.failed()
  assert.ok(breaker.isTroubled())
  breaker.check()
  await vi.waitFor(() => assert.throws(breaker.check, DatabaseUnavailable), soon)
  isUnavailable = false
  await vi.waitFor(() => assert.ok(!breaker.isTroubled()), soon)
  breaker.check()
})

test('interrupts work when the breaker opens, and otherwise returns the work’s result', async () => {
  const probe = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
  const breaker = createBreaker({ probe, log: pino({ level: 'silent' }) })
  onTestFinished(breaker.stop)
  assert.equal(await breaker.unlessTroubled(Promise.resolve('done')), 'done')
  const work = breaker.unlessTroubled(sleep(patienceMs, 'late', { ref: false }))
  breaker.failed()
  await assert.rejects(work, DatabaseUnavailable)
  await assert.rejects(breaker.unlessTroubled(sleep(patienceMs, 'late', { ref: false })), DatabaseUnavailable)
})

test('treats a database as responding even if it is full or rejects the user', async () => {
  const probe = () => Promise.reject(Object.assign(new Error('too many'), { code: '53300' }))
  const breaker = createBreaker({ probe, log: pino({ level: 'silent' }) })
  onTestFinished(breaker.stop)
  breaker.suspect()
  await sleep(20)
  assert.ok(!breaker.isTroubled())
})
