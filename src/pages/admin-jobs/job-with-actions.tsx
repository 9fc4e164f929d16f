import { JobEntry } from '#features/admin/jobs/job-entry.tsx'
import type { Job } from '#features/admin/jobs/jobs.contract.ts'
import { useJobActions } from '#features/admin/jobs/jobs.hooks.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { ConfirmButton, useAction } from '#web/action.tsx'
import { focusContent } from '#web/focus-content.ts'

/** A job with its actions for administrators, unless it is running. */
export function JobWithActions({ job }: { job: Job }) {
  const { retry, remove } = useJobActions()
  const retrying = useAction(async () => {
    await retry(job.id)
    focusContent()
    showToast({ title: 'Job queued', variant: 'success' })
  })
  if (job.state === 'running') return <JobEntry job={job} actions={false} />
  return (
    <JobEntry
      job={job}
      actions={
        <>
          <Button size="s" icon="refresh-cw" busy={retrying.isBusy} onClick={() => void retrying.run()}>
            {job.tries > 0 ? 'Retry now' : 'Run now'}
          </Button>
          <ConfirmButton
            size="s"
            variant="plain"
            icon="trash-2"
            confirm={{
              title: 'Delete this job?',
              description: `“${job.summary}” won’t run. This action cannot be undone.`,
              confirmLabel: 'Delete',
              action: () => remove(job.id),
              success: { title: 'Job deleted', variant: 'success' },
              onDone: focusContent,
            }}
          >
            Delete
          </ConfirmButton>
        </>
      }
    />
  )
}
