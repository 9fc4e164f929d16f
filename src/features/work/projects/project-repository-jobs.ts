import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import type { Context } from '#kernel/http.ts'
import { job, perform } from '#kernel/job.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { consume } from '#kernel/rate-limits.store.ts'
import {
  findRepositoryIfDue,
  findDueRepositoryOf,
  updateRepository,
  listDueRepositories,
  sweepRepositories,
} from './project-repositories.store.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'markdown' | 'github' | 'announce'>

const fetchRepository = job('project-repositories.read', {
  summary: () => t('Fetch a project’s repository'),
  payload: z.object({ id: z.int() }),
  key: ({ id }) => String(id),
  // Fetches run one at a time, so that an exhausted rate limit is noticed before the next call.
  queue: 'project-repositories',
  callsOut: true,
})
const selectDue = job('project-repositories.refresh', {
  summary: () => t('Find project repositories to refresh'),
  schedule: '*/10 * * * *',
  callsOut: true,
})
const sweep = job('project-repositories.sweep', {
  summary: () => t('Delete repositories without a project'),
  schedule: '33 4 * * *',
  callsOut: true,
})
/** Repositories per run, with six runs an hour and up to three calls per repository. Without a token, GitHub allows 60
 *  calls an hour, which other jobs share. */
const perRefresh = { withToken: 100, without: 2 }
/** Maximum number of repositories fetched immediately when a member saves projects. Further repositories wait for
 *  the next refresh. */
const atOnce = perMember('project repositories', 20, 3600)

/** Fetches the repositories that projects link to: shortly after a project is saved, and at most daily from then on. */
export const projectRepositoryWorkers = [
  perform(fetchRepository, (ctx, { id }) => refreshRepository(ctx, id)),
  perform(selectDue, refresh),
  perform(sweep, ({ db, clock }) => sweepRepositories(db, new Date(clock.now()))),
]

/** Queues a fetch of the saved project's repository if it is due. */
export async function readRepositoryOf(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  projectId: number,
  memberId: number,
) {
  const due = await findDueRepositoryOf(db, projectId, new Date(clock.now()))
  if (due && (await consume(db, atOnce, String(memberId), clock.now())) === null)
    await fetchRepository.enqueue(db, { id: due.id })
}

async function refreshRepository(parts: Parts, id: number): Promise<void> {
  const { db, clock, announce } = parts
  const now = new Date(clock.now())
  const known = await findRepositoryIfDue(db, id, now)
  if (!known) return
  const { readRepository } = await import('./read-repository.ts')
  const update = await readRepository(parts, known, clock.now())
  if (!(await updateRepository(db, id, update, now))) return
  if (update.facts) await announce('projects')
  else await announce('projects', 'removals')
}

async function refresh({ db, clock, github }: Parts): Promise<void> {
  const limit = github.hasToken ? perRefresh.withToken : perRefresh.without
  for (const { id } of await listDueRepositories(db, new Date(clock.now()), limit))
    await fetchRepository.enqueue(db, { id })
}
