import { jobStates } from '#features/admin/jobs/jobs.contract.ts'
import type { JobsPart } from '#features/admin/jobs/jobs.hooks.ts'
import { pageNumberOf } from '#schemas/paging.contract.ts'

/** Parses the query; unknown values become the defaults. */
export const jobsPartOf = (query: URLSearchParams): JobsPart => ({
  state: jobStates.find((one) => one === query.get('state')) ?? 'failed',
  task: query.get('task')?.slice(0, 128) || undefined,
  page: pageNumberOf(query.get('page') ?? undefined),
})

export function jobsHref({ state, task, page = 1 }: Omit<JobsPart, 'page'> & { page?: number }): string {
  const query = new URLSearchParams({
    ...(state !== 'failed' && { state }),
    ...(task !== undefined && { task }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query ? `/admin/jobs?${query}` : '/admin/jobs'
}
