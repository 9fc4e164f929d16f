import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { profileRoutes } from '#features/people/profiles/profiles.routes.ts'
import { updateSettings } from '#features/people/profiles/profile-settings.contract.ts'
import { octokitGithub } from '#providers/github/octokit.ts'
import { testApplication } from '#tests/support/application.ts'
import { cast } from '#tests/support/cast.ts'
import { recorded } from '#tests/support/github-samples.ts'
import { startGithubServer } from '#tests/support/github-server.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { tasksOf } from '#tests/support/jobs.ts'
import { findCurrentAccount } from './github-accounts.store.ts'
import { githubSyncRoutes } from './github-sync.routes.ts'
import { githubWorkers, syncGithub } from './github-sync.ts'
import { GithubActivityList } from './activities.contract.ts'
import {
  getGithubContributions,
  getGithubStatus,
  GithubContributions,
  type GithubStatus,
  listGithubActivities,
  listGithubRepositories,
  noAccountMessage,
  refreshGithubActivities,
  SyncAnswer,
  syncGithubAccount,
} from './github.contract.ts'
import { githubRoutes } from './github.routes.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const site = { name: 'Our Site', ownerUsername: null, canSendEmail: true }

interface Refusal {
  message: string
}

/** Additional pushes, newest first. */
function morePushes(count: number, newest: string) {
  const pushes = recorded.pushes('octocat', count, new Date(newest))
  for (const [at, push] of pushes.entries()) push.id = String(70_000_000_000 - at)
  return pushes
}

/** An identity provider without email addresses. */
const identity = { identify: async () => null } as Pick<Context['identity'], 'identify'> as Context['identity']

/** Alice, who is octocat on a local GitHub. */
async function withGithub({ hasToken = false, timeoutMs = patienceMs } = {}) {
  const server = await startGithubServer()
  onTestFinished(server.close)
  let nowMs = Date.parse('2026-11-22T12:00:00Z')
  const clock = { now: () => nowMs }
  server.limit.resetAt = new Date(nowMs + 30 * minuteMs)
  const quiet = { warn: () => {} } as never
  const options = { apiUrl: server.url, token: hasToken ? server.token : null, userAgent: 'test', clock, log: quiet }
  const github = octokitGithub({ ...options, timeoutMs })
  const routes = [...githubRoutes, ...githubSyncRoutes, ...profileRoutes]
  const t = await cast(routes, { site, clock, github, identity })
  await run(t.db)`update members set github_username = 'octocat' where username = 'alice'`
  server.data.users.push({ id: 1, login: 'octocat' })
  server.data.events['octocat'] = []
  const tasks = tasksOf(githubWorkers, t.ctx)

  const account = async () => (await findCurrentAccount(t.db, t.members.alice.id))!
  /** @returns new activities, and the calls to GitHub */
  async function sync() {
    const before = server.received.length
    const outcome = await syncGithub(t.ctx, await account())
    return {
      outcome,
      asked: server.received.slice(before).map(({ line }) => line.split('?')[0]!.replace('GET /users/octocat', '')),
    }
  }
  const wait = (ms: number) => void (nowMs += ms)
  const later = (ms = hourMs) => {
    wait(ms)
    return sync()
  }
  const activities = async () =>
    GithubActivityList.parse((await t.alice('GET', `${listGithubActivities.path}?limit=100`)).body)
  const contributions = async () => GithubContributions.parse((await t.alice('GET', getGithubContributions.path)).body)
  const status = async () => (await t.alice<GithubStatus>('GET', getGithubStatus.path)).body
  const waiting = () => many<{ payload: { memberId: number } }>(t.db)`
    select payload::jsonb - '_requestId' as payload from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'github.sync' order by run_at`
  const dueInMs = async () => {
    const row = await one<{ due: Date }>(t.db)`select due_at as due from github_accounts where is_current`
    return row!.due.getTime() - nowMs
  }
  return {
    ...t,
    server,
    data: server.data,
    clock,
    tasks,
    account,
    sync,
    later,
    wait,
    activities,
    contributions,
    status,
    waiting,
    dueInMs,
  }
}

test('lists one event of each kind in GitHub’s order, and counts events under GitHub’s names', async () => {
  const t = await withGithub()
  t.data.events['octocat'] = recorded.events('octocat')
  const types = t.data.events['octocat'].map(({ type }) => String(type))
  const { outcome } = await t.sync()
  const listed = await t.activities()
  assert.deepEqual(outcome, { ok: true, count: listed.length })
  const { eventCounts } = await t.contributions()
  assert.deepEqual(Object.keys(eventCounts).toSorted(), [...new Set(types)].toSorted())
  assert.deepEqual([...new Set(listed.map(({ type }) => type))].toSorted(), [
    'comment',
    'create',
    'fork',
    'issue',
    'pr',
    'push',
    'release',
    'review',
    'star',
  ])
  assert.equal((await t.status()).syncedAt, new Date(t.clock.now()).toISOString())
})

test('fetches 300 events in four requests, then makes one request that returns 304', async () => {
  const t = await withGithub({ hasToken: true })
  t.data.events['octocat'] = recorded.pushes('octocat', 300)
  t.data.repositories.push(recorded.repository('octocat/hello'))
  t.data.calendars['octocat'] = [
    { date: '2026-11-21', contributionCount: 40 },
    { date: '2026-11-22', contributionCount: 3 },
  ]
  const first = await t.sync()
  assert.deepEqual(first.outcome, { ok: true, count: 300 })
  assert.deepEqual(first.asked, ['/events/public', '/events/public', '/events/public', '/repos'])
  assert.equal((await t.alice('GET', listGithubRepositories.path)).body.length, 1)
  assert.ok((await t.dueInMs()) <= 2 * minuteMs)

  // Fetches the data that exceeded the request budget.
  assert.deepEqual((await t.later(2 * minuteMs)).asked, ['/events/public', 'POST /graphql', ''])
  assert.ok((await t.dueInMs()) > 50 * minuteMs)
  const { remaining } = t.server.limit
  const unchanged = await t.later()
  assert.deepEqual([unchanged.asked, unchanged.outcome], [['/events/public'], { ok: true, count: 0 }])
  assert.equal(t.server.limit.remaining, remaining, 'a 304 response costs nothing')
  const { source, weeks } = await t.contributions()
  assert.deepEqual([source, weeks.slice(-2).map(({ count }) => count)], ['calendar', [40, 0]])
  // Once a day, fetches data that changes without an event.
  assert.deepEqual((await t.later(dayMs)).asked, ['/events/public', '/repos', 'POST /graphql'])
})

test('fetches only new events, and keeps events that GitHub has deleted', async () => {
  const t = await withGithub()
  const old = recorded.pushes('octocat', 150)
  t.data.events['octocat'] = old
  await t.sync()
  const fresh = morePushes(20, '2026-11-22T11:00:00Z')
  t.data.events['octocat'] = [...fresh, ...old.slice(0, 80)]
  const { outcome, asked } = await t.later(2 * hourMs)
  assert.deepEqual([outcome, asked], [{ ok: true, count: 20 }, ['/events/public', '/repos']])
  t.data.events['octocat'] = fresh.slice(0, 1)
  assert.deepEqual((await t.later()).outcome, { ok: true, count: 0 })
  assert.equal((await t.contributions()).totalContributions, 170)
})

test('loses no events if the rate limit is exhausted between two pages', async () => {
  const t = await withGithub()
  t.data.events['octocat'] = recorded.pushes('octocat', 250)
  t.server.limit.remaining = 1
  const { outcome, asked } = await t.sync()
  assert.deepEqual([outcome.ok, asked.length, await t.activities()], [false, 1, []])
  t.server.limit.remaining = 5000
  assert.deepEqual((await t.later()).outcome, { ok: true, count: 250 })
})

test('makes no requests for any member while the rate limit is exhausted, and shows when it resets', async () => {
  const t = await withGithub()
  await run(t.db)`update members set github_username = 'hubot' where username = 'bob'`
  t.server.limit.remaining = 0
  const refused = await t.alice<Refusal>('POST', syncGithubAccount.path)
  assert.equal(refused.status, 502)
  assert.match(refused.body.message, /[Tt]ry again at 12:30 UTC/)
  assert.equal(refused.headers.get('retry-after'), '1800')
  const { failure } = await t.status()
  assert.deepEqual([failure?.code, failure?.retryAt], ['limit', '2026-11-22T12:30:00.000Z'])
  assert.match(String(failure?.message), /[Tt]ry again at 12:30 UTC/)

  const asked = t.server.received.length
  assert.match((await t.bob<Refusal>('POST', syncGithubAccount.path)).body.message, /[Tt]ry again at 12:30 UTC/)
  await t.tasks['github.sweep']!({})
  assert.deepEqual([t.server.received.length, await t.waiting()], [asked, []])
  t.server.limit.remaining = 5000
  assert.equal((await t.later(31 * minuteMs)).outcome.ok, true)
  assert.equal((await t.status()).failure, null)
})

test('reports a missing account, and retries with exponential backoff', async () => {
  const t = await withGithub()
  t.data.users = []
  delete t.data.events['octocat']
  const waits: number[] = []
  for (let tries = 0; tries < 12; tries++) {
    const { outcome } = await t.later(1)
    assert.ok(!outcome.ok && outcome.code === 'not_found')
    waits.push(Math.round((await t.dueInMs()) / hourMs))
  }
  assert.deepEqual(waits.slice(0, 1), [1])
  assert.ok(waits[4]! >= 14 && waits[4]! <= 18, String(waits))
  assert.ok(waits[11]! > 600 && waits[11]! < 800, String(waits))
  const { failure } = await t.status()
  assert.deepEqual([failure?.code, failure?.retryAt], ['not_found', null])
  assert.match(failure!.message, /octocat/)
})

test('explains every kind of GitHub failure, and keeps existing data', async () => {
  const t = await withGithub({ timeoutMs: 2000 })
  t.data.events['octocat'] = recorded.pushes('octocat', 5)
  await t.sync()
  for (const [trouble, code] of [
    ['dmca', 'blocked'],
    ['down', 'unavailable'],
    ['cut', 'unavailable'],
    ['slow', 'unavailable'],
    ['nonsense', 'unavailable'],
    ['secondary_limit', 'limit'],
  ] as const) {
    t.server.fail(trouble, { path: '/events' })
    const { outcome } = await t.later(2 * hourMs)
    assert.ok(!outcome.ok && outcome.code === code, trouble)
    assert.deepEqual([(await t.status()).failure?.code, (await t.activities()).length], [code, 5], trouble)
  }
  t.server.recover()
  t.server.fail('down', { path: '/repos' })
  t.data.events['octocat'] = morePushes(7, '2026-11-22T14:00:00Z')
  assert.deepEqual((await t.later(2 * hourMs)).outcome, { ok: true, count: 7 })
  assert.equal((await t.status()).failure?.code, 'unavailable')
  assert.deepEqual(t.logged, [])
})

test('never calls GitHub while rendering pages, so GitHub failures do not delay them', async () => {
  const t = await withGithub()
  t.data.events['octocat'] = recorded.pushes('octocat', 5)
  await t.sync()
  t.server.fail('slow')
  const asked = t.server.received.length
  const startedMs = performance.now()
  for (const path of [
    listGithubActivities.path,
    listGithubRepositories.path,
    getGithubContributions.path,
    getGithubStatus.path,
  ])
    for (const who of [t.alice, t.bob, t.stranger]) assert.equal((await who('GET', path)).status, 200, path)
  assert.equal(t.server.received.length, asked)
  assert.ok(performance.now() - startedMs < 8000, 'less than the timeout of one call')
})

test('reports a renamed account, and merges its events under the new username', async () => {
  const t = await withGithub()
  t.data.events['octocat'] = recorded.pushes('octocat', 5)
  await t.sync()
  t.data.users = [{ id: 1, login: 'monalisa' }]
  t.data.events['monalisa'] = recorded.pushes('monalisa', 8)
  delete t.data.events['octocat']
  const { outcome } = await t.later(2 * hourMs)
  assert.ok(!outcome.ok && outcome.code === 'renamed')
  assert.match(outcome.message, /monalisa/)
  await run(t.db)`update members set github_username = 'monalisa' where username = 'alice'`
  assert.deepEqual(await t.activities(), [])
  t.data.events['monalisa'] = recorded.pushes('monalisa', 8).slice(3)
  await t.later()
  assert.equal((await t.activities()).length, 8)
  assert.equal((await t.contributions()).totalContributions, 8)
  assert.equal((await one<{ count: number }>(t.db)`select count(*) from github_accounts`)?.count, 1)
})

test('shows no events from a different account that has taken over the username', async () => {
  const t = await withGithub()
  t.data.events['octocat'] = recorded.pushes('octocat', 5)
  await t.sync()
  t.data.users = [{ id: 2, login: 'octocat' }]
  t.data.events['octocat'] = morePushes(300, '2026-11-29T12:00:00Z')
  for (let days = 0; days < 3; days++) {
    const { outcome } = await t.later(8 * dayMs)
    assert.ok(!outcome.ok && outcome.code === 'renamed')
  }
  assert.equal((await t.activities()).length, 5)
})

test('syncs a username as soon as it is saved, and other accounts within an hour', async () => {
  const t = await withGithub()
  await t.alice('POST', updateSettings.path, { githubUsername: 'not--a name' })
  await t.alice('POST', updateSettings.path, { githubUsername: '' })
  assert.deepEqual(await t.waiting(), [])
  await t.alice('POST', updateSettings.path, { githubUsername: 'octocat' })
  await t.alice('POST', updateSettings.path, { githubUsername: 'octocat' })
  assert.deepEqual(await t.waiting(), [{ payload: { memberId: t.members.alice.id } }])
  t.data.events['octocat'] = recorded.pushes('octocat', 2)
  await t.tasks['github.sync']!({ memberId: t.members.alice.id })
  await t.tasks['github.sync']!({ memberId: t.members.bob.id })
  assert.equal((await t.activities()).length, 2)

  await run(t.db)`delete from graphile_worker._private_jobs`
  await t.tasks['github.sweep']!({})
  assert.deepEqual(await t.waiting(), [])
  t.wait(2 * hourMs)
  await t.tasks['github.sweep']!({})
  await t.tasks['github.sweep']!({})
  assert.deepEqual(await t.waiting(), [{ payload: { memberId: t.members.alice.id } }])
})

test('immediately syncs ten accounts that a member enters, and the rest within an hour', async () => {
  const t = await withGithub()
  let readAtOnce = 0
  for (let turn = 1; turn <= 12; turn++) {
    await run(t.db)`delete from graphile_worker._private_jobs`
    await t.alice('POST', updateSettings.path, { githubUsername: `name-${turn}` })
    readAtOnce += (await t.waiting()).length
  }
  assert.equal(readAtOnce, 10)
  assert.equal((await t.account()).username, 'name-12')
  // The trigger uses the database's clock, not the site's.
  const inItsHour = await one(
    t.db,
  )`select from github_accounts where is_current and due_at <= now() + interval '1 hour'`
  assert.ok(inItsHour)
})

test('keeps the last ten former usernames that were synced', async () => {
  const t = await withGithub()
  for (let turn = 1; turn <= 13; turn++) {
    await run(t.db)`update members set github_username = ${`name-${turn}`} where username = 'alice'`
    await run(t.db)`update github_accounts set synced_at = now() + ${turn}::int * interval '1 second'
      where is_current and ${turn} <> 12`
  }
  await t.tasks['github.forget-deliveries']!({})
  const left = await many<{ username: string }>(t.db)`select username from github_accounts order by id`
  assert.deepEqual(
    left.map(({ username }) => username),
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13].map((turn) => `name-${turn}`),
  )
})

test('accepts descriptions containing characters that PostgreSQL cannot store', async () => {
  const t = await withGithub()
  t.data.repositories.push({ ...recorded.repository('octocat/hello'), description: 'Looms\0 and \ud800engines' })
  assert.equal((await t.sync()).outcome.ok, true)
  const [shown] = (await t.alice<{ description: string }[]>('GET', listGithubRepositories.path)).body
  assert.equal(shown!.description, 'Looms and \ufffdengines')
})

test('syncs a saved username in a worker moments later', async () => {
  const server = await startGithubServer()
  onTestFinished(server.close)
  server.data.users.push({ id: 1, login: 'octocat' })
  server.data.events['octocat'] = recorded.pushes('octocat', 3)
  const t = await testApplication({ GITHUB_API_URL: server.url })
  const token = await t.register('alice')
  await t.call('POST', updateSettings.path, { token, body: { githubUsername: 'octocat' } })
  await vi.waitFor(async () => {
    const listed = GithubActivityList.parse(await (await t.call('GET', listGithubActivities.path, { token })).json())
    assert.equal(listed.length, 3)
  }, patienceMs)
  assert.deepEqual(t.logged, [])
})

test('syncs 10,000 members within an hour, in four queues and spread over time', async () => {
  const t = await withGithub()
  await run(t.db)`insert into members (issuer, subject, username, display_name, github_username)
    select 'test', n::text, 'member' || n, 'Member', 'user' || n from generate_series(1, 2500) n`
  await run(t.db)`update github_accounts set due_at = ${new Date(t.clock.now())}`
  for (let sweep = 0; sweep < 3; sweep++) {
    t.wait(5 * minuteMs)
    await t.tasks['github.sweep']!({})
  }
  const rows = await one<{ jobs: number; times: number; queues: number }>(t.db)`
    select count(*) as jobs, count(distinct run_at) as times, count(distinct job_queue_id) as queues
    from graphile_worker._private_jobs`
  assert.deepEqual([rows?.jobs, rows?.queues], [2501, 4])
  assert.ok(rows!.times > 2000)
})

test('limits members to one sync per minute across both endpoints; rejects callers without an account', async () => {
  const t = await withGithub()
  t.data.events['octocat'] = recorded.pushes('octocat', 3)
  const { status, body } = await t.alice('POST', syncGithubAccount.path)
  assert.deepEqual(
    [status, SyncAnswer.parse(body)],
    [200, { count: 3, message: 'Successfully synced 3 GitHub activities!' }],
  )
  const again = await t.alice('POST', refreshGithubActivities.path)
  assert.equal(again.status, 429)
  assert.equal(again.headers.get('retry-after'), '60')
  t.wait(61_000)
  assert.equal(SyncAnswer.parse((await t.alice('POST', refreshGithubActivities.path)).body).count, 0)
  const without = await t.bob('POST', syncGithubAccount.path)
  assert.deepEqual([without.status, without.body.message], [409, noAccountMessage()])
  assert.equal((await t.stranger('POST', syncGithubAccount.path)).status, 401)
  assert.equal((await t.stranger('POST', refreshGithubActivities.path)).status, 401)
})

test('stores and counts each event only once under concurrent syncs', async () => {
  const t = await withGithub()
  t.data.events['octocat'] = recorded.pushes('octocat', 40)
  const account = await t.account()
  await Promise.all(Array.from({ length: 6 }, () => syncGithub(t.ctx, account)))
  assert.deepEqual([(await t.activities()).length, (await t.contributions()).totalContributions], [40, 40])
})
