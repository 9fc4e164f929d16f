import * as z from 'zod/mini'
import type { Context } from '#kernel/http.ts'
import { enqueue } from '#kernel/jobs.store.ts'
import type { JobSet } from '#kernel/jobs.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { takeFrom } from '#kernel/rate-limits.store.ts'
import {
  findDueRepository,
  findDueRepositoryOf,
  keepReading,
  listDueRepositories,
  sweepRepositories,
} from './project-repositories.store.ts'
import { readRepository } from './read-repository.ts'

type Parts = Pick<Context, 'db' | 'clock' | 'markdown' | 'github' | 'announce'>

const readTask = 'project-repositories.read'
const refreshTask = 'project-repositories.refresh'
const sweepTask = 'project-repositories.sweep'
/** One after the other, so that a spent limit is seen before the next one asks. */
const queue = 'project-repositories'
/** Six times an hour, up to three questions each. Without a token GitHub answers sixty times an hour, and others ask too. */
const perRefresh = { withToken: 100, without: 2 }
/** Read at once, by what a member saves; the others when their turn comes. */
const atOnce = perMember('project repositories', 20, 3600)

const Repository = z.object({ id: z.int() })

/** Reads from GitHub what projects lead to: soon after they are saved, and at most daily from then on. */
export const projectRepositoryJobs = (parts: Parts): JobSet => ({
  tasks: {
    [readTask]: (payload) => readOne(parts, Repository.parse(payload).id),
    [refreshTask]: () => refresh(parts),
    [sweepTask]: async () => void (await sweepRepositories(parts.db, new Date(parts.clock.now()))),
  },
  schedules: [
    { task: refreshTask, cron: '*/10 * * * *' },
    { task: sweepTask, cron: '33 4 * * *' },
  ],
})

/** Has the repository of the project that the member saved read, if nothing is known of it yet. */
export async function readRepositoryOf(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  projectId: number,
  memberId: number,
) {
  const due = await findDueRepositoryOf(db, projectId, new Date(clock.now()))
  if (due && (await takeFrom(db, atOnce, String(memberId), clock.now())) === null) await enqueueRead(db, due.id)
}

const enqueueRead = (db: Parts['db'], id: number) => enqueue(db, readTask, { id }, { key: `${readTask} ${id}`, queue })

async function readOne(parts: Parts, id: number): Promise<void> {
  const { db, clock, announce } = parts
  const now = new Date(clock.now())
  const known = await findDueRepository(db, id, now)
  if (!known) return
  const reading = await readRepository(parts, known, clock.now())
  if (!(await keepReading(db, id, reading, now))) return
  if (reading.facts) await announce('projects')
  else await announce('projects', 'removals')
}

async function refresh({ db, clock, github }: Parts): Promise<void> {
  const limit = github.hasToken ? perRefresh.withToken : perRefresh.without
  for (const { id } of await listDueRepositories(db, new Date(clock.now()), limit)) await enqueueRead(db, id)
}
