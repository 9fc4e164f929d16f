import { useSearch } from 'wouter'
import { countOf, type JobState, jobStates, type TaskCounts } from '#features/admin/jobs/jobs.contract.ts'
import { type JobsPart, useJobs } from '#features/admin/jobs/jobs.hooks.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'
import { JobWithActions } from './job-with-actions.tsx'
import { jobsHref, jobsPartOf } from './jobs-address.ts'
import { RetryAll } from './retry-all.tsx'
import { TaskChoice } from './task-choice.tsx'

export const adminJobsView: PageView = {
  View: AdminJobsPage,
  head: () => ({ title: 'Background jobs', noindex: true }),
}

function AdminJobsPage() {
  // The server renders no page of it: which one is asked for is the browser's affair.
  const part = jobsPartOf(new URLSearchParams(useSearch()))
  return (
    <AdminArea title="Background jobs">
      <Jobs {...part} />
    </AdminArea>
  )
}

const labels: Record<JobState, string> = {
  failed: 'Failed',
  retrying: 'Trying again',
  running: 'Running',
  waiting: 'Waiting',
}

function Jobs(part: JobsPart) {
  const { data, ...rest } = useJobs(part)
  const { state, task } = part
  const tasks: TaskCounts[] = data?.tasks ?? []
  return (
    <>
      <LinkTabs
        label="Jobs"
        tabs={jobStates.map((one) => ({
          label: labels[one],
          href: jobsHref({ state: one, task }),
          isCurrent: one === state,
          count: data && countOf(tasks, one, task),
        }))}
      />
      <TaskChoice tasks={tasks} {...part} />
      {state === 'failed' && data && data.total > 0 && <RetryAll task={task} count={data.total} />}
      <AdminList
        noun="jobs"
        list={data && { ...data, count: data.jobs.length }}
        {...rest}
        hrefOf={(page) => jobsHref({ ...part, page })}
        empty={<NoJobs {...part} summary={tasks.find((one) => one.task === task)?.summary ?? task} />}
      >
        <div className="entries">
          {data?.jobs.map((job) => (
            <JobWithActions key={job.id} job={job} />
          ))}
        </div>
      </AdminList>
    </>
  )
}

const empty: Record<JobState, [title: string, text: string]> = {
  failed: ['Nothing has failed', 'A job that has failed as often as it is tried stands here, with the reason.'],
  retrying: ['Nothing is tried again', 'A job that has failed stands here until it is tried again.'],
  running: ['Nothing runs', 'What is being done this moment stands here.'],
  waiting: ['Nothing waits', 'What is done next, or at a later time, stands here.'],
}

function NoJobs({ state, summary }: JobsPart & { summary: string | undefined }) {
  const [title, text] = empty[state]
  return (
    <EmptyState icon="circle-check" title={title}>
      {summary === undefined ? text : `No such jobs for “${summary}”.`}
    </EmptyState>
  )
}
