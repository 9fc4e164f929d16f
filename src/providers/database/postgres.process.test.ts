import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { onTestFinished, test } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { isRunning, lockFile, serverPid, serverUid, until } from '#tests/support/postgres-folders.ts'
import {
  hold,
  isRoot,
  kill,
  newFolder,
  nobody,
  open,
  preparedFolder,
  spawnHolder,
  start,
} from '#tests/support/postgres-processes.ts'
import { patienceMs } from '#tests/support/patience.ts'

const writtenRows = async (db: ReturnType<typeof open>) =>
  (await many<{ id: number }>(db)`select id from written order by id`).map(({ id }) => id)
/** A server removes its lock file shortly before its process ends. */
const hasEnded = (pid: number) => until(async () => !(await isRunning(pid)), `the server ${pid} has ended`)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('keeps data after a clean stop, and restarts quickly', async () => {
  const dataDir = newFolder()
  const first = await start(dataDir, { settings: {} })
  await run(open(first))`create table kept as select 7 as value`
  await first.stop()
  assert.equal(serverPid(dataDir), null)
  const begunMs = performance.now()
  const second = await start(dataDir, { settings: {} })
  assert.ok(performance.now() - begunMs < patienceMs)
  assert.deepEqual(await one(open(second))`select value from kept`, { value: 7 })
})

test('uses data checksums and UTF-8, and listens on a socket that only its owner can access', async () => {
  const server = await start(newFolder(), { settings: {} })
  const settings = await one(open(server))`select current_setting('data_checksums') as checksums,
    current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
    lower('ÄÉ') as lower, current_setting('fsync') as fsync`
  assert.deepEqual(settings, { checksums: 'on', encoding: 'UTF8', addresses: '', lower: 'äé', fsync: 'on' })
  assert.equal(statSync(server.connection.host).mode & 0o777, 0o700)
  assert.ok(server.connection.host.length < 60)
})

test('adopts the running server after the site is killed with kill -9, without losing acknowledged rows', async () => {
  const dataDir = await preparedFolder()
  const holder = await hold(dataDir, 'write')
  await until(() => holder.written() > 300, 'there are rows')
  await holder.kill('SIGKILL')
  const left = serverPid(dataDir)
  const server = await start(dataDir)
  assert.equal(serverPid(dataDir), left)
  const rows = await writtenRows(open(server))
  assert.deepEqual(rows.slice(0, holder.written()), upTo(holder.written()))
  await server.stop()
  await hasEnded(left!)
})

test('restarts a server that was killed with kill -9, while writes wait and then continue', async () => {
  const dataDir = await preparedFolder()
  const holder = await hold(dataDir, 'write')
  const killed = new Set<number | null>([null])
  for (let round = 0; round < 3; round++) {
    await until(() => !killed.has(serverPid(dataDir)), 'there is a new server')
    const before = holder.written()
    await until(() => holder.written() > before + 200, 'there are more rows')
    killed.add(serverPid(dataDir))
    process.kill(serverPid(dataDir)!, 'SIGKILL')
  }
  const last = holder.written()
  await until(() => holder.written() > last + 100, 'writing goes on')
  await holder.kill('SIGKILL')
  const rows = await writtenRows(open(await start(dataDir)))
  assert.deepEqual(rows.slice(0, holder.written()), upTo(holder.written()))
})

test('makes a query wait while the server restarts', async () => {
  const dataDir = await preparedFolder()
  const db = open(await start(dataDir))
  await one(db)`select 1`
  const killed = serverPid(dataDir)!
  process.kill(killed, 'SIGKILL')
  await hasEnded(killed)
  await sleep(50)
  assert.deepEqual(await one(db)`select 2 as value`, { value: 2 })
})

test('recovers after the site and server are killed with kill -9, without losing acknowledged rows', async () => {
  const dataDir = await preparedFolder()
  for (let round = 0; round < 3; round++) {
    const holder = await hold(dataDir, 'write')
    await until(() => holder.written() > 200, 'there are rows')
    process.kill(serverPid(dataDir)!, 'SIGKILL')
    await holder.kill('SIGKILL')
    const server = await start(dataDir)
    const db = open(server)
    const rows = await writtenRows(db)
    assert.deepEqual(rows.slice(0, holder.written()), upTo(holder.written()))
    await run(db)`truncate written`
    await server.stop()
  }
})

test('ignores a dead server’s lock files, even if another program now has its process ID', async () => {
  const dataDir = await preparedFolder()
  const server = await start(dataDir)
  const killed = serverPid(dataDir)!
  const other = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot && { uid: serverUid(dataDir) }) })
  onTestFinished(() => kill(other, 'SIGKILL'))
  const reuse = (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)))
  process.kill(killed, 'SIGKILL')
  reuse(lockFile(dataDir))
  reuse(path.join(server.connection.host, '.s.PGSQL.5432.lock'))
  await until(() => ![killed, other.pid].includes(serverPid(dataDir) ?? killed), 'the server is started again')
  assert.deepEqual(await one(open(server))`select 1 as value`, { value: 1 })
  assert.ok(await isRunning(other.pid!))
})

test('shares one server between two sites with the same folder, and the last site stops it', async () => {
  const dataDir = await preparedFolder()
  const [first, second] = [await hold(dataDir), await hold(dataDir)]
  const shared = serverPid(dataDir)!
  await first.kill('SIGTERM')
  assert.equal(serverPid(dataDir), shared)
  assert.ok(await isRunning(shared))
  await second.kill('SIGTERM')
  assert.equal(serverPid(dataDir), null)
  await hasEnded(shared)
})

test('creates the database only once for several simultaneous starts, all of which use it', async () => {
  const dataDir = newFolder()
  const holders = await Promise.all([1, 2, 3, 4].map(() => hold(dataDir)))
  const db = open(await start(dataDir))
  const presences = await one(
    db,
  )`select count(*) as count from pg_stat_activity where application_name = 'devstead presence'`
  assert.deepEqual(presences, { count: holders.length + 1 })
  assert.deepEqual(readdirSync(dataDir), ['postgres'])
})

test('waits for a server that is shutting down', async () => {
  const dataDir = await preparedFolder()
  const holder = await hold(dataDir)
  const stopping = serverPid(dataDir)!
  await holder.kill('SIGKILL')
  const client = new Client({ host: hostOf(dataDir), port: 5432, user: 'devstead', database: 'devstead' })
  await client.connect()
  process.kill(stopping, 'SIGTERM') // the server waits for its clients
  await sleep(100)
  const starting = start(dataDir)
  await sleep(300)
  assert.equal(serverPid(dataDir), stopping)
  await client.end()
  await one(open(await starting))`select 1`
  assert.notEqual(serverPid(dataDir), stopping)
})

test('restarts a server that another process shut down before this process could use it', async () => {
  const dataDir = await preparedFolder()
  const starting = start(dataDir)
  await until(async () => serverPid(dataDir) !== null, 'the server is starting')
  const first = serverPid(dataDir)!
  process.kill(first, 'SIGINT')
  await one(open(await starting))`select 1`
  assert.notEqual(serverPid(dataDir), first)
})

test('starts after an earlier process was killed while it was creating the database', async () => {
  const dataDir = newFolder()
  const child = spawnHolder(dataDir, 'idle')
  await until(() => readdirSync(dataDir).some((name) => name.includes('.new-')), 'the database is being made')
  await kill(child, 'SIGKILL')
  await one(open(await start(dataDir)))`select 1`
  assert.deepEqual(readdirSync(dataDir), ['postgres'])
})

test('never runs the server as root, and works in a folder whose parents the server’s user cannot access', async () => {
  const closed = newFolder()
  chmodSync(closed, 0o700)
  const dataDir = path.join(closed, 'data')
  await one(open(await start(dataDir)))`select 1`
  const uid = serverUid(dataDir)
  assert.notEqual(uid, 0)
  assert.equal(statSync(path.join(dataDir, 'postgres')).uid, uid)
})

test('runs the server as the site’s user, and keeps that user when root starts it later', async () => {
  const user = isRoot ? nobody : {}
  const dataDir = newFolder(isRoot ? nobody : undefined)
  const holder = await hold(dataDir, 'write', user)
  const { uid } = statSync(dataDir)
  assert.equal(serverUid(dataDir), uid)
  await until(() => holder.written() > 10, 'there are rows')
  await holder.kill('SIGTERM')
  const rows = await writtenRows(open(await start(dataDir)))
  assert.deepEqual(rows.slice(0, holder.written()), upTo(holder.written()))
  assert.equal(serverUid(dataDir), uid)
})

test('requires a password when listening on a loopback port', async () => {
  const dataDir = newFolder()
  const { connection } = await start(dataDir, { listen: 'loopback' })
  assert.equal(connection.host, '127.0.0.1')
  const stranger = new Client({ ...connection, password: 'guess' })
  await assert.rejects(stranger.connect(), /password authentication failed/)
  const second = await start(dataDir, { listen: 'loopback' })
  assert.deepEqual(second.connection, connection)
  process.kill(serverPid(dataDir)!, 'SIGKILL')
  await one(open(second))`select 1`
})

const hostOf = (dataDir: string) => readFileSync(lockFile(dataDir), 'utf8').split('\n')[4]!

test('reports a damaged database as damaged, and does not create a new one in its place', async () => {
  for (const [file, damage, message] of [
    [
      'PG_VERSION',
      rmSync,
      /^The embedded database in .* is damaged: the file PG_VERSION is missing\..* backup restore\.$/,
    ],
    [
      'global/pg_control',
      truncateSync,
      /^The embedded database in .* is damaged: global\/pg_control.* backup restore\.$/,
    ],
  ] as const) {
    const dataDir = await preparedFolder()
    await (await start(dataDir)).stop()
    damage(path.join(dataDir, 'postgres', file))
    const files = () => readdirSync(path.join(dataDir, 'postgres')).filter((name) => name !== 'postmaster.pid')
    const left = files()
    await assert.rejects(start(dataDir), { name: 'DatabaseError', message })
    assert.deepEqual(files(), left)
    assert.deepEqual(readdirSync(dataDir), ['postgres'])
  }
})
