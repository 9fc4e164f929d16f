import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { AppError } from '#kernel/errors.ts'
import { countOf, jobStates } from '#features/admin/jobs/jobs.contract.ts'
import type { JobChange, StoredJobList } from '#features/admin/jobs/jobs.store.ts'
import { command, group } from '../cli/command.ts'
import { columns, printResult } from '../cli/output.ts'
import { withSite } from '../cli/site.ts'

const store = () => import('#features/admin/jobs/jobs.store.ts')

const list = command('list', {
  summary: 'List background jobs',
  description: 'Lists the background jobs in one state and the number of jobs in each state.',
  examples: ['jobs list', 'jobs list --state waiting --task webmentions.send', 'jobs list --json --page 2'],
})
  .addOption(new Option('--state <state>', 'Only jobs in this state').choices(jobStates).default('failed' as const))
  .option('--task <task>', 'Only jobs for this task')
  .option('--page <number>', 'Page of 50 jobs', positiveInteger, 1)
  .option('--json', 'Print the result as JSON')
  .action(async ({ state, task, page, json }) => {
    const { listJobs } = await store()
    const found = await withSite(({ db }) => listJobs(db, { state, task, page, limit: 50 }))
    printResult(json, found, textOf(found, state))
  })

const retry = command('retry', {
  summary: 'Run failed jobs again',
  description: 'Runs jobs again immediately and resets their attempts. Pass job ids, --all, or --task.',
  examples: ['jobs retry 4711', 'jobs retry --all', 'jobs retry --task mail.send'],
})
  .argument('[ids...]', 'Job ids from devstead jobs list', positiveIntegers)
  .option('--all', 'All failed jobs')
  .option('--task <task>', 'All failed jobs for this task')
  .option('--json', 'Print the result as JSON')
  .action(async (ids, { all: isAll, task, json }, self) => {
    const { rescheduleJob, retryFailed } = await store()
    if ([(ids ?? []).length > 0, isAll, task !== undefined].filter(Boolean).length !== 1)
      self.error('Pass ids, --all, or --task.')
    const count = await withSite(({ db }) =>
      ids && ids.length > 0 ? changeEach(ids, (id) => rescheduleJob(db, id)) : retryFailed(db, task),
    )
    printResult(json, { scheduled: count }, `Scheduled ${count} ${count === 1 ? 'job' : 'jobs'}.`)
  })

const remove = command('remove', {
  summary: 'Remove jobs without running them',
  examples: ['jobs remove 4711'],
})
  .argument('<ids...>', 'Job ids from devstead jobs list', positiveIntegers)
  .option('--json', 'Print the result as JSON')
  .action(async (ids, { json }) => {
    const { deleteJob } = await store()
    const count = await withSite(({ db }) => changeEach(ids, (id) => deleteJob(db, id)))
    printResult(json, { removed: count }, `Removed ${count} ${count === 1 ? 'job' : 'jobs'}.`)
  })

export const jobs = group('jobs', { summary: 'List, retry, and remove background jobs' }, [list, retry, remove])

/** Changes each job. @throws AppError for the first job that cannot be changed */
async function changeEach(ids: number[], change: (id: number) => Promise<JobChange>): Promise<number> {
  for (const id of ids) {
    const outcome = await change(id)
    if (outcome === 'unknown') throw new AppError('not_found', `There is no job ${id}.`)
    if (outcome === 'running') throw new AppError('conflict', `Job ${id} is running.`)
  }
  return ids.length
}

function textOf({ jobs: found, tasks, total, page, totalPages }: StoredJobList, state: string): string {
  const counts = jobStates.map((one) => `${countOf(tasks, one)} ${one}`).join(', ')
  if (total === 0) return `No ${state} jobs. Jobs: ${counts}.`
  const rows = found.map(({ id, task, tries, maxTries, lastError }) => [
    id,
    task,
    `${tries}/${maxTries}`,
    (lastError ?? '').split('\n', 1)[0]!,
  ])
  return `${columns([['Id', 'Task', 'Attempts', 'Last error'], ...rows])}\nPage ${page} of ${totalPages}. Jobs: ${counts}.`
}

function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.')
  return Number(text)
}

/** Appends an argument to the previous ones. */
function positiveIntegers(text: string, previous: number[] | undefined): number[] {
  return (previous ?? []).concat(positiveInteger(text))
}
