import assert from 'node:assert/strict'
import { one } from '#kernel/db.ts'
import { star } from '#tests/large-site/cast.ts'
import { githubNow, starEvents } from '#tests/large-site/github.ts'
import { test } from '#tests/large-site/large-site.ts'
import { indexesOf, runOf } from '#tests/support/plans.ts'
import { daysOfAccount, findContributions } from './contributions.store.ts'
import { dueAccounts } from './github-accounts.store.ts'
import { accountsOfSender } from './github-deliveries.store.ts'
import { activitiesQuery, listActivities } from './github.store.ts'

test('uses an index to read a page of events, regardless of the page’s position', async ({ db }) => {
  const first = await listActivities(db, star, { limit: 30 })
  const middle = await one<{ id: number }>(db)`
    select e.id from github_events e join github_accounts a on a.id = account_id where member_id = ${star}
    order by e.created_at offset ${starEvents / 2} limit 1`
  for (const query of [{ limit: 30 }, { limit: 30, before: first.at(-1)!.id }, { limit: 30, before: middle!.id }]) {
    const nodes = await runOf(db, activitiesQuery(star, query))
    const read = nodes.find((node) => node['Index Name'] === 'github_events_in_time')
    assert.ok(read, JSON.stringify(nodes))
    assert.ok(read['Actual Rows'] <= 30, JSON.stringify(read))
    assert.ok(nodes.every((node) => !['Seq Scan', 'Sort'].includes(node['Node Type'])))
  }
})

test('searches only the member’s own events, even when nothing matches', async ({ db }) => {
  const nodes = await runOf(db, activitiesQuery(star, { limit: 30, q: 'no such words' }))
  const removed = nodes.find((node) => node['Index Name'] === 'github_events_in_time')!['Rows Removed by Filter']
  assert.equal(removed, starEvents, JSON.stringify(nodes))
  assert.ok(nodes.every((node) => node['Node Type'] !== 'Sort'))
})

test('reads only one year’s days for its calendar', async ({ db }) => {
  const { weeks, totalContributions, years } = await findContributions(db, star, 2020, githubNow.getTime())
  assert.equal(weeks.length, 366)
  assert.ok(totalContributions > 9_000)
  assert.deepEqual([years[0], years.at(-1)], [2026, 2016])
  const { accountId } = (await one<{ accountId: number }>(db)`
    select id as "accountId" from github_accounts where member_id = ${star}`)!
  const nodes = await runOf(db, daysOfAccount(accountId, weeks[0]!.date, weeks.at(-1)!.date))
  const read = nodes.find((node) => node['Index Name'] === 'github_day_counts_pkey')
  assert.ok(read, JSON.stringify(nodes))
  assert.ok(read['Actual Rows'] <= 366 * 5)
})

test('uses an index to find accounts that are due for a sync', async ({ tx }) => {
  const indexes = indexesOf(await runOf(tx, dueAccounts(githubNow, 10)))
  assert.ok(indexes.includes('github_accounts_due'), String(indexes))
})

test('uses an index to find a webhook sender’s account', async ({ db }) => {
  const indexes = indexesOf(await runOf(db, accountsOfSender({ id: 5, login: 'User7' })))
  for (const index of ['github_accounts_by_github_id', 'github_accounts_by_login'])
    assert.ok(indexes.includes(index), String(indexes))
})
