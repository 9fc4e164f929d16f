import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { Client } from 'pg'
import { onTestFinished, test } from 'vitest'
import { testConnection } from '#tests/support/database.ts'
import { freePort } from '#tests/support/site.ts'
import { start, newFolder } from '#tests/support/postgres-processes.ts'
import { connectionOf, explainConnectionFailure, serversIn, waitForDatabase } from './database-url.ts'
import { connect, sql } from '#kernel/db.ts'

const log = pino({ level: 'silent' })
const explain = (code: string, url: string) => explainConnectionFailure(Object.assign(new Error('no'), { code }), url)

test('connects with a valid URL, and explains a wrong password, user, or database without revealing the password', async () => {
  const { connection } = await start(newFolder(), { listen: 'loopback' })
  const { user, password, host, port } = connection
  const url = (name: string, secret: string, database: string) =>
    `postgres://${name}:${secret}@${host}:${port}/${database}`
  await waitForDatabase(url(user, password!, 'devstead'), log, 0)
  const wrong: [url: string, sentence: RegExp][] = [
    [url(user, 'hunter2', 'devstead'), /rejects the user "devstead": wrong name or password\.$/],
    [url('mallory', 'hunter2', 'devstead'), /rejects the user "mallory"/],
    [url(user, password!, 'blog'), /has no database "blog"\. Create it first\.$/],
    [`${url(user, password!, 'devstead')}?sslmode=no-verify`, /does not support encryption/],
  ]
  for (const [address, sentence] of wrong)
    await assert.rejects(waitForDatabase(address, log, 60_000), ({ message }: Error) => {
      assert.match(message, sentence)
      assert.match(message, new RegExp(`^DATABASE_URL: .*127\\.0\\.0\\.1:${port}`))
      assert.doesNotMatch(message, new RegExp(`hunter2|${password}`))
      return true
    })
})

test('waits for a database that is starting up', async () => {
  const { connection } = await start(newFolder(), { listen: 'loopback' })
  const port = await freePort()
  const url = `postgres://${connection.user}:${connection.password}@127.0.0.1:${port}/devstead`
  const waiting = waitForDatabase(url, log, 10_000)
  const proxy = net.createServer((socket) => {
    const target = net.connect(connection.port, connection.host)
    socket.on('error', () => target.destroy())
    target.on('error', () => socket.destroy())
    socket.pipe(target).pipe(socket)
  })
  setTimeout(() => proxy.listen(port, '127.0.0.1'), 500)
  await assert.doesNotReject(waiting)
  proxy.close()
})

test('distinguishes a missing server, an unknown host, and an invalid URL after the timeout', async () => {
  const port = await freePort()
  await assert.rejects(
    waitForDatabase(`postgres://me:secret@127.0.0.1:${port}/blog`, log, 0),
    new RegExp(`no database responds at 127.0.0.1:${port}`),
  )
  assert.match(explain('ENOTFOUND', 'postgres://me@db.example/blog'), /the host db\.example:5432 does not exist/)
  assert.match(explain('ENOENT', 'postgres://me@/blog?host=/run/postgresql'), /responds at \/run\/postgresql/)
  assert.match(explain('SELF_SIGNED_CERT_IN_CHAIN', 'postgres://me@db.example/blog'), /sslmode=no-verify/)
  assert.match(explain('X', 'nonsense'), /not a URL like postgres:/)
})

test('reports other errors without revealing the password', () => {
  const url = 'postgres://me:s%40crit@db.example/blog'
  const sentence = explainConnectionFailure(new Error('bad input s@crit and s%40crit'), url)
  assert.equal(sentence, 'DATABASE_URL: cannot use the database at db.example:5432: bad input *** and ***.')
})

test('creates a connection pool from the URL alone', async () => {
  const { connection } = await start(newFolder())
  const { host, port, user, database } = connection
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const db = connect({ ...connectionOf(url), onError: () => {} })
  const { rows } = await sql`select current_setting('application_name') as name`.execute(db)
  await db.destroy()
  assert.deepEqual(rows, [{ name: 'devstead' }])
  assert.ok(new Client(connectionOf(url)).host === host)
})

test('splits a URL that lists several servers', () => {
  const of = (url: string) => serversIn(url).map((one) => [one.host, one.port, one.url])
  assert.deepEqual(of('postgres://u:p@a,b:5433,[::1]:5434/d?target_session_attrs=read-write&sslmode=disable'), [
    ['a', 5432, 'postgres://u:p@a/d?sslmode=disable'],
    ['b', 5433, 'postgres://u:p@b:5433/d?sslmode=disable'],
    ['::1', 5434, 'postgres://u:p@[::1]:5434/d?sslmode=disable'],
  ])
  assert.deepEqual(of('postgres://u@h/d?sslmode=disable&target_session_attrs=read-write'), [
    ['h', 5432, 'postgres://u@h/d?sslmode=disable'],
  ])
  assert.equal(serversIn('postgres:///d?host=/tmp')[0]!.url, 'postgres:///d?host=/tmp')
})

test('connects to the server that accepts writes, even after a failover', async () => {
  const [a, b] = await Promise.all([
    start(newFolder(), { listen: 'loopback' }),
    start(newFolder(), { listen: 'loopback' }),
  ])
  const direct = [a, b].map(({ connection }) => connect({ ...connection, onError: () => {} }))
  for (const [index, { connection }] of [a, b].entries()) {
    const password = sql.lit(a.connection.password!)
    await sql`alter role ${sql.id(connection.user)} password ${password}`.execute(direct[index]!)
  }
  const setReadOnly = async (index: number, isOn: boolean) => {
    await sql`alter system set default_transaction_read_only = ${sql.lit(isOn ? 'on' : 'off')}`.execute(direct[index]!)
    await sql`select pg_reload_conf()`.execute(direct[index]!)
    await sql`select pg_sleep(0.3)`.execute(direct[index]!)
  }
  const { user, password } = a.connection
  const hosts = ['127.0.0.1:1', `127.0.0.1:${a.connection.port}`, `127.0.0.1:${b.connection.port}`].join(',')
  const url = `postgres://${user}:${password}@${hosts}/devstead?target_session_attrs=read-write`
  const portOf = async () => {
    const db = connect({ ...connectionOf(url), patienceMs: 0, onError: () => {} })
    try {
      const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(db)
      return Number(rows[0]!.port)
    } finally {
      await db.destroy()
    }
  }
  const sessionsOf = async (index: number) => {
    const { rows } = await sql<{ sessions: number }>`select sessions::int from pg_stat_database
      where datname = current_database()`.execute(direct[index]!)
    return rows[0]!.sessions
  }
  await setReadOnly(0, true)
  assert.equal(await portOf(), b.connection.port)
  await sleep(1000)
  const settled = await sessionsOf(0)
  await sleep(1500)
  assert.equal(await sessionsOf(0), settled, 'stops checking the standby')
  await setReadOnly(0, false)
  await setReadOnly(1, true)
  assert.equal(await portOf(), a.connection.port)
  await setReadOnly(0, true)
  await assert.rejects(waitForDatabase(url, log, 0), (reason: Error) => {
    assert.match(reason.message, /none of the servers at 127\.0\.0\.1:1, .* accepts writes/)
    assert.ok(!reason.message.includes(password!))
    return true
  })
  await Promise.all(direct.map((db) => db.destroy()))
})

test('connects to a standby that is promoted while the failed primary does not respond', async () => {
  const silent = net.createServer((socket) => void socket.on('error', () => {}).resume())
  const silentPort = await freePort()
  await once(silent.listen(silentPort, '127.0.0.1'), 'listening')
  onTestFinished(() => void silent.close())
  const { connection } = await start(newFolder(), { listen: 'loopback' })
  const { user, password, port } = connection
  const direct = connect({ ...connection, onError: () => {} })
  onTestFinished(() => direct.destroy())
  const setReadOnly = async (value: 'on' | 'off') => {
    await sql`alter system set default_transaction_read_only = ${sql.lit(value)}`.execute(direct)
    await sql`select pg_reload_conf()`.execute(direct)
  }
  await setReadOnly('on')
  await sql`select pg_sleep(0.3)`.execute(direct)
  const client = new Client(
    connectionOf(`postgres://${user}:${password}@127.0.0.1:${silentPort},127.0.0.1:${port}/devstead`),
  )
  const connecting = client.connect()
  setTimeout(() => void setReadOnly('off'), 1000)
  await connecting
  const { rows } = await client.query<{ port: string }>(`select current_setting('port') as port`)
  await client.end()
  assert.deepEqual(rows, [{ port: String(port) }])
})

test('opens no connection for a client that gave up while the primary was being located', async () => {
  const { host, port, user, database } = await testConnection()
  const accepted: net.Socket[] = []
  const responsive = Promise.withResolvers<void>()
  const slowServer = net.createServer(async (socket) => {
    accepted.push(socket)
    await responsive.promise
    const target = net.connect(`${host}/.s.PGSQL.${port}`)
    socket.on('error', () => target.destroy())
    target.on('error', () => socket.destroy())
    socket.pipe(target).pipe(socket)
  })
  const slowPort = await freePort()
  await once(slowServer.listen(slowPort, '127.0.0.1'), 'listening')
  onTestFinished(() => void slowServer.close())
  const url = `postgres://${user}@127.0.0.1:${slowPort},127.0.0.1:1/${database}`
  const query = async (connectionTimeoutMillis?: number) => {
    const limit = connectionTimeoutMillis && { connectionTimeoutMillis }
    const db = connect({ ...connectionOf(url), ...limit, patienceMs: 0, onError: () => {} })
    await sql`select 1`.execute(db).finally(() => db.destroy())
  }
  await Promise.all([once(slowServer, 'connection'), assert.rejects(query(100), /timeout/)])
  responsive.resolve()
  await once(accepted[0]!, 'close')
  await query()
  // One probe for each query, and the connection for the second query.
  assert.equal(accepted.length, 3)
})
