import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many, run } from '#kernel/db.ts'
import { siteWithLinus, type Site } from '#tests/support/leaving.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { getAccountSessions } from './account-sessions.contract.ts'
import { getSecurityEvents, type SecurityEvents } from './security-events.contract.ts'
import { securityEventsArchive } from './security-events.store.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const email = 'linusleaves@devstead.test'
const password = 'secret of linusleaves'

/** Returns a function that calls the identity provider from Linus's browser. */
const browserAt = (t: Site, token: string | null) => async (method: string, path: string, body: object) => {
  const headers = {
    'content-type': 'application/json',
    'user-agent': firefox,
    ...(token !== null && { authorization: `Bearer ${token}` }),
  }
  const response = await t.app.request(`/auth/v1${path}`, { method, headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as { access_token: string } }
}

const listOf = async (t: Site, token: string, query = '') => {
  const response = await t.call('GET', getSecurityEvents.path + query, { token })
  return (await response.json()) as SecurityEvents
}

/** Runs the jobs that record failed sign-ins. */
async function recordFailures({ db, ctx }: Site): Promise<void> {
  const task = tasksOf(ctx.identity.workers)['identity.failed-sign-in']!
  const queued = await many<{ payload: unknown }>(db)`
    delete from graphile_worker._private_jobs where task_id = (
      select id from graphile_worker._private_tasks where identifier = 'identity.failed-sign-in') returning payload`
  for (const { payload } of queued) await task(payload)
}

test('lists sign-ins, failed sign-ins, and changes with the time, device, and network', async () => {
  const t = await siteWithLinus()
  const visitor = browserAt(t, null)
  assert.equal((await visitor('POST', '/token?grant_type=password', { email, password: 'not his' })).status, 400)
  await recordFailures(t)
  const { body } = await visitor('POST', '/token?grant_type=password', { email, password })
  const changed = { password: 'a whole new password', current_password: password }
  assert.equal((await browserAt(t, body.access_token)('PUT', '/user', changed)).status, 200)
  const { events, next, hasSignIns } = await listOf(t, body.access_token)
  assert.deepEqual([next, hasSignIns], [null, true])
  for (const { at } of events) assert.ok(Math.abs(Date.now() - Date.parse(at)) < 600_000)
  const here = { device: 'Firefox on Linux', network: events[0]!.network }
  assert.match(String(here.network), /^[\d.:a-f]+$/)
  const times = events.slice(0, 3).map(({ id, at }) => ({ id, at }))
  const expected = [
    { action: 'password.changed', text: 'Password changed', method: null, by: 'you', ...here },
    { action: 'sign_in.succeeded', text: 'Signed in', method: 'password', by: 'you', ...here },
    { action: 'sign_in.failed', text: 'Incorrect password entered', method: null, by: 'visitor', ...here },
  ]
  assert.deepEqual(
    events.slice(0, 3),
    expected.map((event, index) => Object.assign(event, times[index])),
  )
  assert.deepEqual(t.logged, [])
})

test('lists ended sessions and what administrators did, without revealing where the administrators are', async () => {
  const t = await siteWithLinus()
  const visitor = browserAt(t, null)
  const other = await visitor('POST', '/token?grant_type=password', { email, password })
  const sessions = await t.call('GET', getAccountSessions.path, { token: other.body.access_token })
  const { devices } = (await sessions.json()) as { devices: { id: string; isCurrent: boolean }[] }
  const { id } = devices.find(({ isCurrent }) => !isCurrent)!
  assert.equal((await t.call('DELETE', `/api/account/sessions/${id}`, { token: other.body.access_token })).status, 204)
  assert.equal((await t.ada('POST', '/api/admin/recovery-links', { username: 'linusleaves' })).status, 201)
  const { events } = await listOf(t, other.body.access_token)
  assert.deepEqual(
    events.slice(0, 2).map(({ action, by, device }) => [action, by, device]),
    [
      ['password.link_created', 'administrator', null],
      ['sessions.ended', 'you', 'Unknown device'],
    ],
  )
})

test('shows members only their own events, page by page', async () => {
  const t = await siteWithLinus()
  for (let time = 0; time < 3; time++)
    await browserAt(t, null)('POST', '/token?grant_type=password', { email, password })
  const all = (await listOf(t, t.tokens.linus)).events
  assert.equal(all.length, 3)
  const first = await listOf(t, t.tokens.linus, '?limit=2')
  const last = await listOf(t, t.tokens.linus, `?limit=2&before=${first.next}`)
  assert.deepEqual([[...first.events, ...last.events], last.next], [all, null])
  assert.deepEqual((await listOf(t, t.tokens.ada)).events, [])
  const ada = { email: 'adawrites@devstead.test', password: 'secret of adawrites' }
  await browserAt(t, null)('POST', '/token?grant_type=password', ada)
  assert.equal((await listOf(t, t.tokens.ada)).events.length, 1)
  assert.deepEqual((await listOf(t, t.tokens.linus)).events, all)
  assert.equal((await t.stranger('GET', getSecurityEvents.path)).status, 401)
  assert.equal((await t.linus('GET', `${getSecurityEvents.path}?limit=0`)).status, 400)
  const rows: { id: number }[] = []
  for await (const row of securityEventsArchive.rows(t.db, t.ids.linus)) rows.push(row as { id: number })
  assert.deepEqual(
    rows.map(({ id }) => id),
    all.map(({ id }) => id),
  )
})

test('does not show administrators where members signed in, and deletes the locations along with the account', async () => {
  const t = await siteWithLinus()
  await browserAt(t, null)('POST', '/token?grant_type=password', { email, password })
  const { body } = await t.ada<object>('GET', '/api/admin/audit?limit=100')
  assert.doesNotMatch(JSON.stringify(body), /"(?:device|network)"/)
  const sources = () => many(t.db)`
    select from security_event_sources join audit_log on id = entry_id where subject_id is distinct from ${t.ids.ada}`
  assert.ok((await sources()).length > 0)
  assert.equal((await t.leave('remove')).status, 204)
  assert.equal((await sources()).length, 0)
})

test('deletes the devices and networks along with old audit log entries', async () => {
  const t = await siteWithLinus()
  await run(t.db)`
    with entry as (
      insert into audit_log (action, actor_kind, recorded_at) values ('sign_in.failed', 'visitor', '2020-01-01')
      returning id)
    insert into security_event_sources (entry_id, device, network) select id, 'Old device', '' from entry`
  await run(t.db)`delete from audit_log where recorded_at < '2021-01-01'`
  assert.deepEqual(await many(t.db)`select from security_event_sources where device = 'Old device'`, [])
})
