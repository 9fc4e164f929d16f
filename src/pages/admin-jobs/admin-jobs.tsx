import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { countOf, type JobState, jobStates, type TaskCounts } from '#features/admin/jobs/jobs.contract.ts'
import { type JobsPart, useJobs } from '#features/admin/jobs/jobs.hooks.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'
import { JobWithActions } from './job-with-actions.tsx'
import { jobStateLabels } from './job-state-labels.ts'
import { jobsHref, jobsPartOf } from './jobs-address.ts'
import { RetryAll } from './retry-all.tsx'
import { TaskChoice } from './task-choice.tsx'

export const adminJobsView: PageView = {
  View: AdminJobsPage,
  head: () => ({ title: t('Background jobs'), noindex: true }),
}

function AdminJobsPage() {
  // The list is not rendered on the server: the browser reads the page number from the URL.
  const part = jobsPartOf(new URLSearchParams(useSearch()))
  return (
    <AdminArea title={t('Background jobs')}>
      <Jobs {...part} />
    </AdminArea>
  )
}

function Jobs(part: JobsPart) {
  const { data, ...rest } = useJobs(part)
  const { state, task } = part
  const tasks: TaskCounts[] = data?.tasks ?? []
  return (
    <>
      <LinkTabs
        label={t('Jobs')}
        tabs={jobStates.map((one) => ({
          label: jobStateLabels[one](),
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
  failed: [t('No failed jobs'), t('Jobs that failed on their last attempt will appear here with the error.')],
  retrying: [t('No jobs to retry'), t('Failed jobs will appear here until their next attempt.')],
  running: [t('No running jobs'), t('Jobs appear here while they run.')],
  waiting: [t('No waiting jobs'), t('Queued and scheduled jobs will appear here.')],
}

function NoJobs({ state, summary }: JobsPart & { summary: string | undefined }) {
  const [title, text] = empty[state]
  return (
    <EmptyState icon="circle-check" title={title}>
      {summary === undefined ? text : t('There are no jobs for “{summary}” with this status.', { summary })}
    </EmptyState>
  )
}
