import assert from 'node:assert/strict'
import { pino } from 'pino'
import { onTestFinished, test, vi } from 'vitest'
import { testConnection, testDb } from '#tests/support/database.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { createChanges } from './changes.ts'
import { connect, many, run } from './db.ts'

const soon = { timeout: patienceMs, interval: 10 }

/** One of a site's processes. `name` is the application name of the process's listening connection. */
async function process(name = 'listener') {
  const db = await testDb()
  const connection = { ...(await testConnection()), application_name: name }
  const logged: unknown[] = []
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) })
  const changes = await createChanges({ db, connection, log, retryMs: 300 })
  onTestFinished(() => changes.stop())
  return { ...changes, db, logged }
}

test('updates versions after a change, immediately in the same process and soon in all others', async () => {
  const [one, other] = [await process(), await process()]
  const before = { own: one.stampOf(['posts']), other: other.stampOf(['posts']), members: other.stampOf(['members']) }
  assert.ok(before.own !== null && before.other !== null)
  const announced = one.announce('posts')
  assert.notEqual(one.stampOf(['posts']), before.own)
  await announced
  await vi.waitFor(() => assert.notEqual(other.stampOf(['posts']), before.other), soon)
  assert.equal(other.stampOf(['members']), before.members)
  assert.notEqual(other.stampOf(['members', 'posts']), before.other)
})

test('notifies a process of its own change only once', async () => {
  const [one, other] = [await process(), await process()]
  await one.announce('posts')
  const [after, members] = [one.stampOf(['posts']), one.stampOf(['members'])]
  await other.announce('members')
  await vi.waitFor(() => assert.notEqual(one.stampOf(['members']), members), soon)
  assert.equal(one.stampOf(['posts']), after)
})

test('accepts a manual NOTIFY', async () => {
  const one = await process()
  const before = one.stampOf(['posts'])
  await run(one.db)`notify devstead_changes, 'posts'`
  await vi.waitFor(() => assert.notEqual(one.stampOf(['posts']), before), soon)
})

test('has no versions while the connection is lost, and new versions afterward', async () => {
  const [one, other] = [await process('cut off'), await process()]
  const before = one.stampOf([])
  const cut = () => many(one.db)`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'cut off' and datname = current_database()`
  assert.equal((await cut()).length, 1)
  await vi.waitFor(() => assert.equal(one.stampOf([]), null), soon)
  await vi.waitFor(() => assert.notEqual(one.stampOf([]), null), soon)
  assert.notEqual(one.stampOf([]), before)
  const again = one.stampOf(['posts'])
  await other.announce('posts')
  await vi.waitFor(() => assert.notEqual(one.stampOf(['posts']), again), soon)
  assert.equal(one.logged.length, 1)
})

test('announces, starts, and stops without errors or delays when the database is unavailable', async () => {
  const db = connect({ host: '127.0.0.1', port: 1, onError: () => {}, patienceMs: 0 })
  onTestFinished(() => db.destroy())
  const logged: unknown[] = []
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) })
  const changes = await createChanges({ db, connection: { host: '127.0.0.1', port: 1 }, log, retryMs: 60_000 })
  await changes.announce('posts')
  assert.equal(changes.stampOf(['posts']), null)
  assert.equal(logged.length, 1)
  await changes.stop()
})

test('counts frequent changes immediately, and notifies other processes of many at once', async () => {
  const [one, other] = [await process(), await process()]
  const before = one.stampOf(['content'])!
  const seen = other.stampOf(['content'])!
  for (let n = 0; n < 100; n++) one.announceSoon('content')
  assert.equal(one.stampOf(['content']), before + 100)
  await vi.waitFor(() => assert.equal(other.stampOf(['content']), seen + 1), soon)
  for (let n = 0; n < 100; n++) one.announceSoon('content')
  await vi.waitFor(() => assert.equal(other.stampOf(['content']), seen + 2), soon)
})

test('notifies other processes of the last changes before it stops', async () => {
  const [one, other] = [await process(), await process()]
  const seen = other.stampOf(['content'])!
  one.announceSoon('content')
  await vi.waitFor(() => assert.equal(other.stampOf(['content']), seen + 1), soon)
  one.announceSoon('content')
  await one.stop()
  await vi.waitFor(() => assert.equal(other.stampOf(['content']), seen + 2), soon)
})
