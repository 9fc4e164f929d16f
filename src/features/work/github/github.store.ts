import { shownText } from '#messages/messages.ts'
import { type Db, many, one, sql } from '#kernel/db.ts'
import type { ActivitiesQuery, GithubActivity } from './activities.contract.ts'
import type { GithubRepository, GithubStatus } from './github.contract.ts'
import type { GithubFailureCode } from '#providers/github/github.contract.ts'

export interface MemberChoice {
  username?: string | undefined
  viewerId: number | null
}

/** Returns the named member's id; without a name, the viewer's id, or for visitors, the site owner's; null if there is
 *  none. */
export async function findMemberId(db: Db, { username, viewerId }: MemberChoice): Promise<number | null> {
  if (username === undefined && viewerId !== null) return viewerId
  const row = await one<{ id: number | null }>(db)`
    select case when ${username === undefined}::boolean then (select id from site_owner)
      else (select id from members where id = member_named(${username ?? ''})) end as id`
  return row?.id ?? null
}

/** Selects the id of the member's current account, unless the member is suspended. */
const accountOf = (memberId: number) => sql`
  select account.id from github_accounts account join members on members.id = account.member_id
  where account.member_id = ${memberId}::int and is_current`

interface AccountRow {
  id: number
  githubUsername: string
  syncedAt: Date | null
  code: GithubFailureCode | null
  message: string | null
  retryAt: Date | null
}

/** Returns the status of the member's account. */
export async function findGithubStatus(db: Db, memberId: number): Promise<GithubStatus> {
  const row = await one<AccountRow>(db)`
    select id, username as "githubUsername", synced_at as "syncedAt", failure_code as code, failure_message as message,
      retry_at as "retryAt" from github_accounts where id = (${accountOf(memberId)})`
  if (!row) return { githubUsername: null, syncedAt: null, failure: null }
  const { githubUsername, syncedAt, code, message, retryAt } = row
  const failure = code && { code, message: shownText(message ?? ''), retryAt: retryAt?.toISOString() ?? null }
  return { githubUsername, syncedAt: syncedAt?.toISOString() ?? null, failure }
}

type ActivityRow = Omit<GithubActivity, 'timestamp'> & { timestamp: Date }

/** The query used by {@link listActivities}. */
export const activitiesQuery = (memberId: number, { limit, before, q = '' }: ActivitiesQuery) => sql<ActivityRow>`
  select id, activity_type as type, repo_name as "repoName", details as "actionDetails", url, created_at as timestamp
  from github_events where account_id = (${accountOf(memberId)}) and activity_type is not null
    ${before === undefined ? sql`` : after(before)} ${matching(q)}
  order by created_at desc, id desc limit ${limit}::int`

const after = (id: number) => sql`
  and (created_at, id) < (select last.created_at, last.id from github_events last where last.id = ${id}::int)`

/** Limits search cost: anyone may search, and each word is compared with all of a member's activities. */
const maxWords = 8

/** Matches activities that contain all words, in any order. */
const matching = (q: string) => {
  const words = new Set(q.toLowerCase().split(/\s+/).filter(Boolean))
  const patterns = [...words].slice(0, maxWords).map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return patterns.length === 0 ? sql`` : sql`and words like all (${patterns}::text[])`
}

/** Lists the member's activities, newest first. */
export async function listActivities(db: Db, memberId: number, query: ActivitiesQuery): Promise<GithubActivity[]> {
  const rows = await many<ActivityRow>(db)`${activitiesQuery(memberId, query)}`
  return rows.map(({ id, type, repoName, actionDetails, url, timestamp }) => ({
    id,
    type,
    repoName,
    actionDetails,
    url,
    timestamp: timestamp.toISOString(),
  }))
}

/** Lists the member's repositories, most recently updated first. */
export async function listRepositories(db: Db, memberId: number): Promise<GithubRepository[]> {
  const row = await one<{ repositories: GithubRepository[] }>(db)`
    select repositories from github_accounts where id = (${accountOf(memberId)})`
  return row?.repositories ?? []
}
