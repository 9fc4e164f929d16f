import './task-choice.css'
import { Link } from 'wouter'
import { locale, t } from '#messages/messages.ts'
import type { TaskCounts } from '#features/admin/jobs/jobs.contract.ts'
import type { JobsPart } from '#features/admin/jobs/jobs.hooks.ts'
import { jobsHref } from './jobs-address.ts'

/** Links that filter the jobs by task. */
export function TaskChoice({ tasks, state, task }: JobsPart & { tasks: TaskCounts[] }) {
  const shown = tasks.filter((one) => one.counts[state] > 0 || one.task === task)
  if (shown.length < 2 && task === undefined) return null
  return (
    <nav aria-label={t('Tasks')} className="task-choice">
      <Link href={jobsHref({ state, task: undefined })} className="chip" {...current(task === undefined)}>
        {t('All tasks')}
      </Link>
      {shown.map((one) => (
        <Link
          key={one.task}
          href={jobsHref({ state, task: one.task })}
          className="chip"
          {...current(one.task === task)}
        >
          {one.summary} <span className="task-count">{one.counts[state].toLocaleString(locale())}</span>
        </Link>
      ))}
    </nav>
  )
}

const current = (is: boolean) => (is ? ({ 'aria-current': 'page' } as const) : {})
