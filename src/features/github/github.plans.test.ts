import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import { type Db, one, run, sql } from '#kernel/db.ts'
import { testDb } from '#tests/database.ts'
import { indexesOf, runOf } from '#tests/plans.ts'
import { daysOfAccount, findContributions } from './contributions.store.ts'
import { dueAccounts } from './github-accounts.store.ts'
import { accountsOfSender } from './github-deliveries.store.ts'
import { activitiesQuery, listActivities } from './github.store.ts'

const events = 100_000
const others = 1000
const now = new Date('2026-11-22T12:00:00Z')
let db: Db
let memberId: number
let accountId: number

// One member with 100,000 events of ten years among a thousand with a hundred each.
beforeEach(async () => {
  db = await testDb()
  await run(db)`insert into members (issuer, subject, username, display_name, github_username)
    select 'test', n::text, 'member' || n, 'Member ' || n, 'user' || n from generate_series(0, ${others}::int) n`
  memberId = (await one<{ id: number }>(db)`select id from members where username = 'member0'`)!.id
  accountId = (await one<{ id: number }>(db)`select id from github_accounts where member_id = ${memberId}`)!.id
  await run(db)`
    insert into github_events (account_id, github_id, type, activity_type, repo_name, details, url, key, created_at)
    select account.id, n::text, 'PushEvent', 'push', 'owner/repository-' || n % 50, 'main at ' || md5(n::text), 'https://github.com/', n::text,
      ${now}::timestamptz - n * (case when member_id = ${memberId} then interval '53 minutes' else interval '7 hours' end)
    from github_accounts account, generate_series(1, ${events}::int) n where n <= 100 or member_id = ${memberId}`
  await run(db)`
    insert into github_day_counts (account_id, day, type, event_count)
    select account_id, created_at::date, type || kind, count(*) from github_events, generate_series(1, 5) kind group by 1, 2, 3`
  await sql`vacuum analyze all_members, github_accounts, github_events, github_day_counts`.execute(db)
}, 120_000)

test('a page of 100,000 events is read from its index, wherever it begins, and a search reads no other member’s', async () => {
  const first = await listActivities(db, memberId, { limit: 30 })
  const middle = await one<{ id: number }>(db)`
    select e.id from github_events e join github_accounts a on a.id = account_id where member_id = ${memberId}
    order by e.created_at offset 50000 limit 1`
  for (const query of [{ limit: 30 }, { limit: 30, before: first.at(-1)!.id }, { limit: 30, before: middle!.id }]) {
    const nodes = await runOf(db, activitiesQuery(memberId, query))
    const read = nodes.find((node) => node['Index Name'] === 'github_events_in_time')
    assert.ok(read, JSON.stringify(nodes))
    assert.ok(read['Actual Rows'] <= 30, JSON.stringify(read))
    assert.ok(nodes.every((node) => !['Seq Scan', 'Sort'].includes(node['Node Type'])))
  }
  // Without a hit every event of the member is looked at, and nobody else's.
  const searching = await runOf(db, activitiesQuery(memberId, { limit: 30, q: 'no such words' }))
  const removed = searching.find((node) => node['Index Name'] === 'github_events_in_time')!['Rows Removed by Filter']
  assert.equal(removed, events, JSON.stringify(searching))
  assert.ok(searching.every((node) => node['Node Type'] !== 'Sort'))
}, 120_000)

test('the grid of a year reads the days of that year alone', async () => {
  const { weeks, totalContributions, years } = await findContributions(db, memberId, 2020, now.getTime())
  assert.equal(weeks.length, 366)
  assert.ok(totalContributions > 9_000)
  assert.deepEqual([years[0], years.at(-1)], [2026, 2016])
  const nodes = await runOf(db, daysOfAccount(accountId, weeks[0]!.date, weeks.at(-1)!.date))
  const read = nodes.find((node) => node['Index Name'] === 'github_day_counts_pkey')
  assert.ok(read, JSON.stringify(nodes))
  assert.ok(read['Actual Rows'] <= 366 * 5)
}, 120_000)

test('which accounts are due, and whose a delivery is, is read from indexes', async () => {
  await run(db)`update github_accounts set due_at = ${new Date(now.getTime() + 3_600_000)},
    github_id = case when id % 2 = 0 then id end`
  await run(db)`update github_accounts set due_at = ${now} where member_id = ${memberId}`
  await sql`vacuum analyze github_accounts`.execute(db)
  const due = await runOf(db, dueAccounts(now, 10))
  assert.ok(
    due.some((node) => node['Index Name'] === 'github_accounts_due'),
    JSON.stringify(due),
  )
  const whose = await runOf(db, accountsOfSender({ id: 5, login: 'User7' }))
  const indexes = indexesOf(whose)
  assert.ok(
    indexes.includes('github_accounts_by_github_id') && indexes.includes('github_accounts_by_login'),
    String(indexes),
  )
}, 120_000)
