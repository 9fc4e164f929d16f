import { type Db, many, one, sql } from '#kernel/db.ts'
import { maskedText } from '#kernel/masked-text.ts'
import { shownText } from '#messages/messages.ts'
import { totalPagesOf } from '#schemas/paging.contract.ts'
import { countOf, type Job, type JobList, type JobQuery, type JobState, type TaskCounts } from './jobs.contract.ts'

/** Conditions and order by state. They match the queue's own index on available jobs. */
const parts: Record<JobState, { where: ReturnType<typeof sql>; order: ReturnType<typeof sql> }> = {
  failed: { where: sql`is_available = false and locked_at is null`, order: sql`run_at desc, id desc` },
  retrying: { where: sql`is_available = true and attempts > 0`, order: sql`priority, run_at, id` },
  running: { where: sql`is_available = false and locked_at is not null`, order: sql`locked_at, id` },
  waiting: { where: sql`is_available = true and attempts = 0`, order: sql`priority, run_at, id` },
}

/** Jobs and tasks without their summaries. */
type StoredJob = Omit<Job, 'summary'>
type StoredCounts = Omit<TaskCounts, 'summary'>
export type StoredJobList = Omit<JobList, 'jobs' | 'tasks'> & { jobs: StoredJob[]; tasks: StoredCounts[] }

/** Returns a page of the jobs in the state, and the counts for all jobs. Failed jobs are listed newest first, others in
 *  execution order. */
export async function listJobs(db: Db, query: JobQuery): Promise<StoredJobList> {
  const { page, limit, state, task } = query
  const tasks = await countJobs(db)
  const total = countOf(tasks, state, task)
  const rows = total > 0 ? await many<JobRow>(db)`${jobRows(query)}` : []
  return { jobs: rows.map((row) => present(row, state)), tasks, page, totalPages: totalPagesOf(total, limit), total }
}

export const countJobs = (db: Db): Promise<StoredCounts[]> => many<StoredCounts>(db)`${taskCounts}`

/** Returns how many seconds the longest-waiting job has been due; 0 if no job is due. */
export async function longestWaitSeconds(db: Db): Promise<number> {
  const row = await one<{ seconds: number }>(db)`
    select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds
    from graphile_worker._private_jobs where is_available and run_at <= now()`
  return row?.seconds ?? 0
}

/** Counts jobs by task and state in a single scan. */
export const taskCounts = sql`
  with counted as (
    select task_id, count(*) filter (where not is_available and locked_at is null)::int as failed,
      count(*) filter (where is_available and attempts > 0)::int as retrying,
      count(*) filter (where not is_available and locked_at is not null)::int as running,
      count(*) filter (where is_available and attempts = 0)::int as waiting
    from graphile_worker._private_jobs group by task_id)
  select identifier as task, jsonb_build_object('failed', failed, 'retrying', retrying, 'running', running,
    'waiting', waiting) as counts
  from counted join graphile_worker._private_tasks tasks on tasks.id = task_id order by identifier`

/** Reads only public fields of the payload. The queue does not store when a job failed: that time is derived from the
 *  time of the next attempt and the backoff. Source: graphile-worker, failJobs */
export const jobRows = ({ page, limit, state, task }: JobQuery) => sql`
  with ids as (
    select id from graphile_worker._private_jobs where ${parts[state].where}
      ${task ? sql`and task_id = (select id from graphile_worker._private_tasks where identifier = ${task})` : sql``}
    order by ${parts[state].order} limit ${limit} offset ${(page - 1) * limit})
  select jobs.id, identifier as task, attempts as tries, max_attempts as "maxTries", last_error as "lastError",
    jobs.created_at as "createdAt", run_at as "runAt",
    coalesce(locked_at, run_at - exp(least(attempts, 10)) * interval '1 second') as "triedAt",
    coalesce(payload ->> 'postId', (select post_id::text from webmentions where ${webmentionId} = webmentions.id))
      as "postId",
    (select username from members where ${memberId} = members.id) as username, payload ->> 'target' as target,
    (select source_host from webmentions where ${webmentionId} = webmentions.id) as "sourceHost"
  from ids join graphile_worker._private_jobs jobs using (id) join graphile_worker._private_tasks tasks on tasks.id = task_id
  order by ${parts[state].order}`

const memberId = sql`case when payload ->> 'memberId' ~ '^\\d{1,10}$' then (payload ->> 'memberId')::bigint end`
const webmentionId = sql`case when identifier = 'webmentions.verify' then (payload ->> 'id')::int end`

interface JobRow extends Omit<StoredJob, 'state' | 'subject' | 'createdAt' | 'triedAt' | 'nextTryAt'> {
  createdAt: Date
  runAt: Date
  triedAt: Date
  postId: string | null
  username: string | null
  target: string | null
  sourceHost: string | null
}

function present(row: JobRow, state: JobState): StoredJob {
  const { createdAt, runAt, triedAt, lastError, postId, username, target, sourceHost, ...job } = row
  const isScheduled = state === 'waiting' || state === 'retrying'
  return {
    ...job,
    state,
    subject: {
      postId: /^\d{1,10}$/.test(postId ?? '') ? Number(postId) : null,
      username,
      host: sourceHost ?? URL.parse(target ?? '')?.host ?? null,
    },
    lastError: lastError && maskedText(shownText(lastError)),
    createdAt: createdAt.toISOString(),
    triedAt: job.tries > 0 ? triedAt.toISOString() : null,
    nextTryAt: isScheduled ? runAt.toISOString() : null,
  }
}

/** The result of a change. Running jobs can be neither retried nor removed. */
export type JobChange = 'changed' | 'running' | 'unknown'

/** Schedules the job to run now and resets its attempts. */
export const rescheduleJob = (db: Db, id: number): Promise<JobChange> =>
  changeJob(db, id, sql`graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`)

/** Deletes the job without running it. */
export const deleteJob = (db: Db, id: number): Promise<JobChange> =>
  changeJob(db, id, sql`graphile_worker.complete_jobs(array[${id}]::bigint[])`)

async function changeJob(db: Db, id: number, change: ReturnType<typeof sql>): Promise<JobChange> {
  if (await one(db)`select from ${change}`) return 'changed'
  return (await one(db)`select from graphile_worker._private_jobs where id = ${id}`) ? 'running' : 'unknown'
}

/** Schedules failed jobs to run now, for one task or for all tasks. @returns the number of jobs */
export async function retryFailed(db: Db, task: string | undefined): Promise<number> {
  const row = await one<{ count: number }>(db)`
    select count(*)::int from graphile_worker.reschedule_jobs(array(
      select jobs.id from graphile_worker._private_jobs jobs
        join graphile_worker._private_tasks tasks on tasks.id = task_id
      where ${parts.failed.where} and (${task ?? null}::text is null or identifier = ${task ?? null}::text)
    ), run_at => now(), attempts => 0)`
  return row?.count ?? 0
}
