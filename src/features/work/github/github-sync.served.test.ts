import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import { recorded } from '#tests/support/github-samples.ts'
import { minuteMs, hourMs, dayMs, type Refusal, morePushes, withGithub } from '#tests/support/syncing-github.ts'
import {
  getGithubContributions,
  getGithubStatus,
  listGithubActivities,
  listGithubRepositories,
  syncGithubAccount,
} from './github.contract.ts'

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

test('accepts descriptions containing characters that PostgreSQL cannot store', async () => {
  const t = await withGithub()
  t.data.repositories.push({ ...recorded.repository('octocat/hello'), description: 'Looms\0 and \ud800engines' })
  assert.equal((await t.sync()).outcome.ok, true)
  const [shown] = (await t.alice<{ description: string }[]>('GET', listGithubRepositories.path)).body
  assert.equal(shown!.description, 'Looms and \ufffdengines')
})
