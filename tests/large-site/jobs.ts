import { type Db, run } from '#kernel/db.ts'

/** 20,000 jobs for 20 tasks: a tenth have failed, a tenth are being retried, and the rest are waiting. */
export async function seedJobs(db: Db): Promise<void> {
  await run(db)`
    insert into graphile_worker._private_tasks (identifier) select 'task.' || n from generate_series(1, 20) n`
  await run(db)`
    insert into graphile_worker._private_jobs (task_id, payload, run_at, attempts, max_attempts, last_error)
    select tasks.id, json_build_object('postId', n, 'text', repeat('x', 200)), now() + n * interval '1 second',
      case when n % 10 = 0 then 5 when n % 10 = 1 then 2 else 0 end, 5, case when n % 10 < 2 then 'Not today' end
    from generate_series(1, 20000) n
      join graphile_worker._private_tasks tasks on tasks.identifier = 'task.' || 1 + n % 20`
}
