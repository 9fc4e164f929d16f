import { type Db, many, one, run } from '#kernel/db.ts'
import type { ActivityType } from './activities.contract.ts'

/** An event as shown on the site. */
export interface DescribedEvent {
  type: string
  /** Null for events that are counted but not listed. */
  activity: ActivityType | null
  repoName: string
  details: string
  url: string
  /** Identifies the same event in GitHub's list and in a webhook delivery; null if it is not listed. */
  key: string | null
  createdAt: Date
}
/** `githubId` is null for events from webhook deliveries. */
export interface NewEvent extends DescribedEvent {
  githubId: string | null
}

/** Returns the GitHub ids that are already stored. */
export async function listKnownIds(db: Db, accountId: number, githubIds: string[]): Promise<Set<string>> {
  const rows = await many<{ githubId: string }>(db)`
    select github_id as "githubId" from github_events
    where account_id = ${accountId} and github_id = any(${githubIds}::text[])`
  return new Set(rows.map(({ githubId }) => githubId))
}

/** Adds the new events and updates the daily counts. @returns the number of added events that are listed */
export async function addEvents(db: Db, accountId: number, events: NewEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const row = await one<{ count: number }>(db)`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event ("githubId" text, type text,
        activity text, "repoName" text, details text, url text, key text, "createdAt" timestamptz)),
    added as (
      insert into github_events
        (account_id, github_id, type, activity_type, repo_name, details, url, key, created_at)
      select ${accountId}::int, "githubId", type, activity, "repoName", details, url, key, "createdAt" from given
      order by "createdAt"
      on conflict (account_id, github_id) do nothing returning type, activity_type, created_at),
    counted as (
      insert into github_day_counts as counts (account_id, day, type, event_count)
      select ${accountId}::int, (created_at at time zone 'UTC')::date, type, count(*) from added group by 2, 3
      on conflict (account_id, day, type) do update set event_count = counts.event_count + excluded.event_count)
    select count(*) from added where activity_type is not null`
  return row?.count ?? 0
}

/** A stored event with a key. */
export interface KeyedEvent {
  id: number
  githubId: string | null
  key: string
  createdAt: Date
}

/** Returns a period's listed events that have a key. */
export const listKeyedEvents = (db: Db, accountId: number, from: Date, to: Date) => many<KeyedEvent>(db)`
  select id, github_id as "githubId", key, created_at as "createdAt" from github_events
  where account_id = ${accountId} and activity_type is not null and key is not null
    and created_at between ${from} and ${to}`

/** Sets the GitHub ids of events that were already known from webhook deliveries. */
export const setGithubIds = (db: Db, given: { id: number; githubId: string }[]) => run(db)`
  update github_events set github_id = given."githubId"
  from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id int, "githubId" text)
  where github_events.id = given.id`

/** Saves days from GitHub's contribution calendar. */
export const saveCalendar = (db: Db, accountId: number, days: { date: string; count: number }[]) => run(db)`
  insert into github_calendar_days as known (account_id, day, contribution_count)
  select ${accountId}::int, date, count from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as day (date date, count int)
  on conflict (account_id, day) do update set contribution_count = excluded.contribution_count
    where known.contribution_count <> excluded.contribution_count`
