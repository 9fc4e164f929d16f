import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { many, one, run } from '#kernel/db.ts'
import { updateSettings } from '#features/people/profiles/profile-settings.contract.ts'
import { testApplication } from '#tests/support/application.ts'
import { recorded } from '#tests/support/github-samples.ts'
import { startGithubServer } from '#tests/support/github-server.ts'
import { patienceMs } from '#tests/support/patience.ts'
import { minuteMs, hourMs, withGithub } from '#tests/support/syncing-github.ts'
import { syncGithub } from './github-sync.ts'
import { GithubActivityList } from './activities.contract.ts'
import {
  listGithubActivities,
  noAccountMessage,
  refreshGithubActivities,
  SyncAnswer,
  syncGithubAccount,
} from './github.contract.ts'

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
