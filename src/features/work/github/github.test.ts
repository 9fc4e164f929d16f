import assert from 'node:assert/strict'
import { test } from 'vitest'
import { run } from '#kernel/db.ts'
import { cast } from '#tests/support/cast.ts'
import { describeEvent } from './describe-event.ts'
import { findCurrentAccount, saveSync } from './github-accounts.store.ts'
import { addEvents, saveCalendar } from './github-events.store.ts'
import { GithubActivityList, listMemberGithubActivities } from './activities.contract.ts'
import {
  getGithubContributions,
  getGithubStatus,
  GithubContributions,
  GithubRepositoryList,
  GithubStatus,
  listGithubActivities,
  listGithubRepositories,
} from './github.contract.ts'
import { githubRoutes } from './github.routes.ts'

const now = new Date('2026-11-22T12:00:00Z')
const dayMs = 24 * 60 * 60 * 1000
const site = { name: 'Our Site', ownerUsername: null, canSendEmail: true }

/** Connects a GitHub account with a few events to Alice, who owns the site because she is its first member. */
async function onGithub() {
  const t = await cast(githubRoutes, { site, clock: { now: () => now.getTime() } })
  const name = (who: 'alice' | 'bob', username: string | null) =>
    run(t.db)`update members set github_username = ${username} where username = ${who}`
  await name('alice', 'alice-on-github')
  const account = async () => (await findCurrentAccount(t.db, t.members.alice.id))!
  const happened = (type: string, payload: unknown, daysAgo: number, repoName = 'alice/site') => ({
    ...describeEvent({ type, payload, repoName, createdAt: new Date(now.getTime() - daysAgo * dayMs) }),
    githubId: `${type} ${daysAgo}`,
  })
  const add = async (...events: ReturnType<typeof happened>[]) => addEvents(t.db, (await account()).id, events)
  await add(
    happened('PushEvent', { ref: 'refs/heads/main', head: 'a'.repeat(40) }, 0),
    happened('IssuesEvent', { action: 'opened', issue: { number: 7, title: '100% slow' } }, 1),
    happened('WatchEvent', {}, 2, 'bob/tools'),
    happened('MemberEvent', {}, 2),
    happened('ForkEvent', { forkee: { full_name: 'alice/tools' } }, 400, 'bob/tools'),
  )
  const activities = async (query = '', who = t.stranger) =>
    GithubActivityList.parse((await who('GET', `${listGithubActivities.path}${query}`)).body)
  const contributions = async (query = '') =>
    GithubContributions.parse((await t.stranger('GET', `${getGithubContributions.path}${query}`)).body)
  return { ...t, name, account, happened, add, activities, contributions }
}

test('lists activities page by page, newest first, omitting events that are only counted', async () => {
  const t = await onGithub()
  const all = await t.activities()
  assert.deepEqual(
    all.map(({ type, repoName, actionDetails }) => `${type} ${repoName} ${actionDetails}`.trim()),
    [
      'push alice/site main at aaaaaaa',
      'issue alice/site #7 opened: 100% slow',
      'star bob/tools',
      'fork bob/tools to alice/tools',
    ],
  )
  assert.equal(all[0]?.timestamp, now.toISOString())
  assert.deepEqual(await t.activities('?limit=3'), all.slice(0, 3))
  assert.deepEqual(await t.activities(`?limit=2&before=${all[1]!.id}`), all.slice(2))
  assert.deepEqual(await t.activities(`?before=${all[3]!.id}`), [])
  for (const query of ['?limit=0', '?limit=101', '?before=x', '?limit=many'])
    assert.equal((await t.stranger('GET', `${listGithubActivities.path}${query}`)).status, 400, query)
})

test('searches for all words in the repository, details, or type, ignoring case and escaping wildcards', async () => {
  const t = await onGithub()
  const found = async (q: string) => (await t.activities(`?q=${encodeURIComponent(q)}`)).map(({ type }) => type)
  assert.deepEqual(await found('TOOLS'), ['star', 'fork'])
  assert.deepEqual(await found('tools fork'), ['fork'])
  assert.deepEqual(await found('push'), ['push'])
  assert.deepEqual(await found('100%'), ['issue'])
  assert.deepEqual(await found('%'), ['issue'])
  assert.deepEqual(await found('_'), [])
  assert.deepEqual(await found('\\'), [])
  assert.equal((await found('  ')).length, 4)
  assert.deepEqual(await found('tools '.repeat(20) + 'fork'), ['fork'])
})

test('returns the requested member’s data, or by default the caller’s (for visitors, the owner’s)', async () => {
  const t = await onGithub()
  assert.equal((await t.activities('', t.alice)).length, 4)
  assert.deepEqual(await t.activities('', t.bob), [])
  assert.equal((await t.activities('?username=ALICE', t.bob)).length, 4)
  assert.deepEqual(await t.activities('?username=bob'), [])
  for (const path of [
    listGithubActivities.path,
    listGithubRepositories.path,
    getGithubContributions.path,
    getGithubStatus.path,
  ])
    assert.equal((await t.stranger('GET', `${path}?username=nobody`)).status, 404, path)
  const byId = await t.stranger('GET', listMemberGithubActivities.href({ id: t.members.alice.id }))
  assert.equal(GithubActivityList.parse(byId.body).length, 4)
  assert.equal((await t.stranger('GET', '/api/users/x/github-activities')).status, 400)
  await run(t.db)`update all_members set standing = 'suspended' where username = 'alice'`
  assert.deepEqual((await t.stranger('GET', listMemberGithubActivities.href({ id: t.members.alice.id }))).body, [])
})

test('hides a former account’s events, and shows them again when the member switches back', async () => {
  const t = await onGithub()
  await t.name('alice', 'somebody-else')
  assert.deepEqual(await t.activities(), [])
  assert.deepEqual((await t.contributions()).weeks, [])
  await t.name('alice', null)
  assert.deepEqual((await t.stranger('GET', getGithubStatus.path)).body, {
    githubUsername: null,
    syncedAt: null,
    failure: null,
  })
  await t.name('alice', 'Alice-On-GitHub')
  assert.equal((await t.activities()).length, 4)
  assert.equal(
    GithubStatus.parse((await t.stranger('GET', getGithubStatus.path)).body).githubUsername,
    'Alice-On-GitHub',
  )
})

test('stores and counts each event once', async () => {
  const t = await onGithub()
  const event = t.happened('PushEvent', { ref: 'refs/heads/main' }, 5)
  assert.deepEqual(
    await Promise.all([t.add(event), t.add(event), t.add(event)]).then((counts) => counts.toSorted()),
    [0, 0, 1],
  )
  assert.equal(await t.add(event), 0)
  const { totalContributions, eventCounts } = await t.contributions()
  assert.deepEqual([totalContributions, eventCounts['PushEvent']], [5, 2])
})

test('derives contributions from stored events when GitHub’s calendar is unavailable', async () => {
  const t = await onGithub()
  const last = await t.contributions()
  assert.deepEqual(
    [last.weeks.length, last.weeks[0]?.date, last.weeks.at(-1), last.source, last.years],
    [365, '2025-11-23', { date: '2026-11-22', count: 1 }, 'events', [2026, 2025]],
  )
  assert.deepEqual([last.totalContributions, last.weeks.at(-3)?.count], [4, 2])
  assert.deepEqual(last.eventCounts, { IssuesEvent: 1, MemberEvent: 1, PushEvent: 1, WatchEvent: 1 })
  const before = await t.contributions('?year=2025')
  assert.deepEqual(
    [before.weeks[0], before.weeks.at(-1)?.date, before.totalContributions, before.eventCounts],
    [{ date: '2025-10-18', count: 1 }, '2025-12-31', 1, { ForkEvent: 1 }],
  )
  assert.deepEqual((await t.contributions('?year=2026')).weeks.length, 326)
  const unknown = await t.contributions('?year=2024')
  assert.deepEqual([unknown.weeks, unknown.totalContributions], [[], 0])
  for (const query of ['?year=26', '?year=1999', '?year=2026x'])
    assert.equal((await t.stranger('GET', `${getGithubContributions.path}${query}`)).status, 400, query)
})

test('prefers GitHub’s calendar to counted events', async () => {
  const t = await onGithub()
  const { id } = await t.account()
  const days = [
    { date: '2026-11-20', count: 9 },
    { date: '2026-11-21', count: 0 },
  ]
  await saveCalendar(t.db, id, days)
  await saveCalendar(t.db, id, days)
  const { weeks, source, totalContributions } = await t.contributions()
  assert.deepEqual([source, weeks.slice(-3).map(({ count }) => count), totalContributions], ['calendar', [9, 0, 1], 10])
  assert.equal((await t.contributions('?year=2025')).source, 'events')
})

test('returns the repositories and the last sync’s status', async () => {
  const t = await onGithub()
  assert.deepEqual((await t.stranger('GET', listGithubRepositories.path)).body, [])
  const repository = {
    name: 'site',
    fullName: 'alice/site',
    description: null,
    language: 'TypeScript',
    stars: 3,
    forks: 1,
    htmlUrl: 'https://github.com/alice/site',
    updatedAt: now.toISOString(),
    isFork: false,
    isArchived: false,
  }
  await saveSync(t.db, (await t.account()).id, {
    now,
    dueAt: now,
    eventsEtag: '"1"',
    notBefore: null,
    coveredSince: '2026-11-22',
    repositories: { list: [repository], etag: '"2"' },
    isCalendarNew: false,
  })
  const { body } = await t.stranger('GET', listGithubRepositories.path)
  assert.deepEqual(GithubRepositoryList.parse(body), [repository])
  assert.deepEqual((await t.alice('GET', getGithubStatus.path)).body, {
    githubUsername: 'alice-on-github',
    syncedAt: now.toISOString(),
    failure: null,
  })
  assert.deepEqual(t.logged, [])
})
