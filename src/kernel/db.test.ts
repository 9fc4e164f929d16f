import assert from 'node:assert/strict'
import type { PoolClient } from 'pg'
import { pino } from 'pino'
import { test } from 'vitest'
import { testConnection, testDb } from '#tests/support/database.ts'
import { connect, type Db, type DbOptions, inTransaction, many, one, retryRead, run, sql } from './db.ts'
import { DatabaseTimeout } from './database-errors.ts'
import { toAppError } from './errors.ts'
import { createMetrics, prometheusText } from './metrics.ts'
import { observeStatements } from './statement-observer.ts'
import { traceFields, withTrace } from './trace.ts'

async function withDb<T>(options: object, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect({ ...(await testConnection()), max: 1, onError: () => {}, ...options })
  return work(db).finally(() => db.destroy())
}

const listStatements = (db: Db) => many<{ statement: string }>(db)`select statement from pg_prepared_statements`

test('prepares a query and `begin` once per connection, but no scripts', async () => {
  await withDb({}, async (db) => {
    for (const id of [1, 2, 3]) await one(db)`select ${id}::int as id`
    await inTransaction(db, (tx) => one(tx)`select ${4}::int as id`)
    await one(db)`select 1; select 2`
    const statements = (await listStatements(db)).map(({ statement }) => statement)
    assert.deepEqual(
      statements.filter((text) => text.includes('::int')),
      ['select $1::int as id'],
    )
    assert.equal(statements.length, 3)
    assert.ok(statements.includes('begin'))
  })
})

test('prepares no statements behind a transaction pooler', async () => {
  await withDb({ preparedStatements: false }, async (db) => {
    assert.deepEqual(await one(db)`select ${1}::int as id`, { id: 1 })
    assert.deepEqual(await listStatements(db), [])
  })
})

test('passes values as parameters, and returns bigint values as numbers and missing rows as null', async () => {
  const db = await testDb()
  const hostile = `'; drop table members; --`
  assert.deepEqual(
    await one(db)`select ${hostile}::text as text, count(*) as count, 9007199254740991::bigint as large
    from post_categories`,
    { text: hostile, count: 5, large: 9_007_199_254_740_991 },
  )
  assert.equal(await one(db)`select 1 where false`, null)
  assert.equal(await run(db)`update post_categories set color = color`, 5)
})

test('rolls back a failed transaction as a whole', async () => {
  const db = await testDb()
  const addSecret = (to: Db) => run(to)`insert into site_secrets (name, value) values ('a', 'b')`
  await assert.rejects(
    inTransaction(db, async (tx) => {
      await addSecret(tx)
      throw new Error('changed my mind')
    }),
    /changed my mind/,
  )
  assert.deepEqual(await many(db)`select name from site_secrets`, [])
  await inTransaction(db, addSecret)
  assert.deepEqual(await many(db)`select name from site_secrets`, [{ name: 'a' }])
})

/** Runs `work` with a function that returns the number of round trips since its last call. */
async function countingRoundTrips(work: (db: Db, roundTrips: () => number) => Promise<void>) {
  let count = 0
  const onOpen: DbOptions['onOpen'] = (pool) =>
    pool.on('connect', ({ connection }) => void connection.on('readyForQuery', () => count++))
  await withDb({ onOpen }, (db) =>
    work(db, () => {
      const before = count
      count = 0
      return before
    }),
  )
}

test('starts a transaction together with its first statement, in one round trip', async () => {
  await countingRoundTrips(async (db, roundTrips) => {
    await inTransaction(db, (tx) => one(tx)`select 1`)
    assert.equal(roundTrips(), 3)
    const rows = await inTransaction(db, async (tx) => [
      await many(tx)`select ${1}::int as number, txid_current_if_assigned() is null as "isNew"`,
      await one(tx)`select now() = statement_timestamp() as "hasJustBegun"`,
    ])
    assert.deepEqual(rows, [[{ number: 1, isNew: true }], { hasJustBegun: false }])
    assert.equal(roundTrips(), 3)
    await inTransaction(db, async () => {})
    assert.equal(roundTrips(), 0)
  })
})

test.for(['insert into nowhere values (1)', 'lock table nowhere', 'select 1 / 0'])(
  'rolls back a transaction whose first statement fails: %s',
  async (text) => {
    await withDb({}, async (db) => {
      for (let tries = 0; tries < 2; tries++)
        await assert.rejects(
          inTransaction(db, (tx) => sql.raw(text).execute(tx)),
          /nowhere|zero/,
        )
      const begunAt = () => one(db)`select now()::text as at`
      assert.notDeepEqual(await begunAt(), await begunAt(), 'the transaction is still open')
      assert.deepEqual(await inTransaction(db, (tx) => one(tx)`select ${2}::int as number`), { number: 2 })
    })
  },
)

test('reports why a transaction’s first statement failed, even if the connection cannot roll back anymore', async () => {
  await withDb({ statementLimitMs: 200 }, async (db) => {
    for (let tries = 0; tries < 2; tries++)
      await assert.rejects(
        inTransaction(db, (tx) => one(tx)`select pg_sleep(5)`),
        DatabaseTimeout,
      )
  })
})

test('retries a transaction that only reads after its connection was lost', async () => {
  const clients: PoolClient[] = []
  const onOpen: DbOptions['onOpen'] = (pool) => pool.on('connect', (client) => void clients.push(client))
  await withDb({ onOpen }, async (db) => {
    await inTransaction(db, (tx) => one(tx)`select 1`)
    const read = () =>
      inTransaction(db, (tx) => {
        if (clients.length === 1) clients[0]!.connection.stream.destroy()
        return one(tx)`select 2 as value`
      })
    assert.deepEqual(await retryRead(read), { value: 2 })
    assert.equal(clients.length, 2)
  })
})

test('returns the number of changed rows of a transaction’s first statement', async () => {
  const db = await testDb()
  assert.equal(await inTransaction(db, (tx) => run(tx)`update post_categories set color = color`), 5)
})

test('retries one of two deadlocked transactions so that both succeed', async () => {
  const db = await testDb()
  await run(db)`insert into site_secrets (name, value) values ('a', ''), ('b', '')`
  const write = (db: Db, name: string, value: string) =>
    run(db)`update site_secrets set value = ${value} where name = ${name}`
  const meeting = Promise.withResolvers<void>()
  let tries = 0
  const writeBoth = (value: string, [first, second]: [string, string]) =>
    inTransaction(db, async (tx) => {
      await write(tx, first, value)
      if (++tries === 2) meeting.resolve()
      await meeting.promise
      await write(tx, second, value)
    })
  await Promise.all([writeBoth('x', ['a', 'b']), writeBoth('y', ['b', 'a'])])
  assert.ok(tries >= 3) // the retry can overtake the other transaction and deadlock again
  assert.equal((await many(db)`select distinct value from site_secrets where name in ('a', 'b')`).length, 1)
})

test('retries a transaction after a serialization failure', async () => {
  const db = await testDb()
  await run(db)`insert into site_secrets (name, value) values ('a', '0')`
  const meeting = Promise.withResolvers<void>()
  let tries = 0
  const append = (letter: string) =>
    inTransaction(db, async (tx) => {
      await sql`set transaction isolation level serializable`.execute(tx)
      const row = await one<{ value: Buffer }>(tx)`select value from site_secrets where name = 'a'`
      if (++tries === 2) meeting.resolve()
      await meeting.promise
      await run(tx)`update site_secrets set value = ${Buffer.from(String(row!.value) + letter)} where name = 'a'`
    })
  await Promise.all([append('x'), append('y')])
  assert.ok(tries >= 3)
  const { value } = (await one<{ value: Buffer }>(db)`select value from site_secrets where name = 'a'`)!
  assert.match(String(value), /^0(xy|yx)$/)
})

test('waits for an unreachable server until the time limit, but fails immediately for a missing database', async () => {
  const begunMs = performance.now()
  const reason = await withDb({ host: '/tmp/nobody-is-here', patienceMs: 300 }, (db) => one(db)`select 1`).catch(
    (thrown: unknown) => thrown,
  )
  assert.equal(toAppError(reason).status, 503)
  assert.ok(performance.now() - begunMs >= 300)
  await assert.rejects(
    withDb({ database: 'missing', patienceMs: 60_000 }, (db) => one(db)`select 1`),
    /does not exist/,
  )
})

test('reports a connection ended by the server only once, and replaces it', async () => {
  const reported: Error[] = []
  await withDb({ onError: (reason: Error) => reported.push(reason) }, async (db) => {
    const { pid } = (await one<{ pid: number }>(db)`select pg_backend_pid() as pid`)!
    await one(await testDb())`select pg_terminate_backend(${pid})`
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.deepEqual(await one(db)`select 1 as value`, { value: 1 })
  })
  assert.deepEqual(
    reported.map(({ message }) => message),
    ['terminating connection due to administrator command'],
  )
})

test('reports the duration of each statement, and logs slow ones without their values', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ mixin: traceFields }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const metrics = createMetrics()
  const onStatement = observeStatements({ metrics, log, slowMs: 100 })
  await withDb({ onStatement }, (db) =>
    withTrace({ requestId: 'r1', endpoint: '/api/posts/:id' }, async () => {
      await one(db)`select 1`
      await one(db)`select pg_sleep(0.15),
        ${'a secret'}::text`
      await assert.rejects(one(db)`select ${'a secret'}::int`)
    }),
  )
  const [{ ms, requestId, endpoint, statement } = {}] = lines
  assert.deepEqual([requestId, endpoint, statement], ['r1', '/api/posts/:id', 'select pg_sleep(0.15), $1::text'])
  assert.ok(Number(ms) >= 150, String(ms))
  assert.doesNotMatch(JSON.stringify(lines), /a secret/)
  const text = await prometheusText(new Map([['1', await metrics.read()]]))
  assert.match(text, /^devstead_database_slow_statements_total\{process="1"\} 1$/m)
  assert.match(text, /^devstead_database_statement_duration_seconds_count\{process="1"\} 3$/m)
})
