import { activitiesPath, contributionsPath } from '#features/github/github.contract.ts'
import { type Db, one, run, sql } from '#kernel/db.ts'
import type { RunningSite } from '#tests/site.ts'
import { durationMs } from './duration.ts'
import { p95, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const events = 100_000
const rounds = 100

/** How long the activities and the grid take of a member with 100,000 stored events, at one client. */
export async function measureGithub({ url, dataDir }: RunningSite): Promise<Row[]> {
  const middleId = await withDatabase(dataDir, seedEvents)
  const whose = '?username=busy'
  const asked = {
    'first page of activities': `${activitiesPath}${whose}`,
    'a page from their middle': `${activitiesPath}${whose}&before=${middleId}`,
    'a search that finds much': `${activitiesPath}${whose}&q=repository-7`,
    'the days of a year': `${contributionsPath}${whose}`,
    'the days of a year long ago': `${contributionsPath}${whose}&year=2020`,
  }
  const rows: Row[] = []
  for (const [name, path] of Object.entries(asked)) {
    const durations: number[] = []
    for (let round = 0; round < rounds; round++) durations.push(await durationMs(url + path))
    rows.push({
      name: `github: ${name}, 100,000 events, p95 in ms`,
      figure: p95(durations.slice(2)),
      limit: { atMost: 50 },
    })
  }
  return rows
}

/** A member who has done something on GitHub every hour for eleven years. @returns the id of an event in their middle */
async function seedEvents(db: Db): Promise<number> {
  await run(db)`
    insert into members (issuer, subject, username, display_name, github_username)
    values ('bench', 'busy', 'busy', 'Busy', 'busy-on-github')`
  const account = await one<{ id: number }>(db)`
    update github_accounts set due_at = null where username = 'busy-on-github' returning id`
  await run(db)`
    insert into github_events (account_id, github_id, type, activity_type, repo_name, details, url, key, created_at)
    select ${account!.id}::int, n::text, kinds[n % 4 + 1], listed[n % 4 + 1], 'owner/repository-' || n % 50,
      'main at ' || left(md5(n::text), 7), 'https://github.com/owner', n::text, now() - n * interval '1 hour'
    from generate_series(1, ${events}::int) n, (select array['PushEvent', 'PushEvent', 'IssuesEvent', 'WatchEvent'] as kinds,
      array['push', 'push', 'issue', 'star'] as listed) as words`
  await run(db)`
    insert into github_day_counts (account_id, day, type, event_count)
    select account_id, (created_at at time zone 'UTC')::date, type, count(*) from github_events group by 1, 2, 3`
  await sql`vacuum analyze github_events, github_day_counts`.execute(db)
  const middle = await one<{ id: number }>(db)`
    select id from github_events where account_id = ${account!.id} order by created_at offset ${events / 2}::int limit 1`
  return middle!.id
}
