import { type Db, run } from '#kernel/db.ts'
import { star } from './cast.ts'

/** The number of members with a GitHub username: those with the lowest ids, starting with `user1`. */
export const githubMembers = 1000
/** The number of the star's events over ten years; each of the other accounts has 20. */
export const starEvents = 20_000
/** A time just after the last event, when the star's account is due for a refresh. */
export const githubNow = new Date('2026-11-22T12:00:00Z')

/** The GitHub id is known for only half of the accounts. */
export async function seedGithub(db: Db): Promise<void> {
  await run(db)`
    insert into github_accounts (member_id, username, is_current, github_id, due_at)
    select id, github_username, true, case when id % 2 = 0 then id end,
      ${githubNow}::timestamptz + case when id = ${star} then interval '0' else interval '1 hour' end
    from members where github_username is not null order by id`
  await run(db)`
    insert into github_events (account_id, github_id, type, activity_type, repo_name, details, url, key, created_at)
    select account.id, n, 'PushEvent', 'push', 'owner/repository-' || n % 50, 'main at ' || md5(n::text),
      'https://github.com/', n,
      ${githubNow}::timestamptz - n * case when member_id = ${star} then interval '265 minutes' else interval '7 hours' end
    from github_accounts account,
      generate_series(1, case when member_id = ${star} then ${starEvents}::int else 20 end) n`
  await run(db)`
    insert into github_day_counts (account_id, day, type, event_count)
    select account_id, created_at::date, type || kind, count(*) from github_events, generate_series(1, 5) kind
    group by 1, 2, 3`
}
