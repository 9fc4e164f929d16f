import { t } from '#messages/messages.ts'
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
    showToast({ title: t('Job queued'), variant: 'success' })
  })
  if (job.state === 'running') return <JobEntry job={job} actions={false} />
  return (
    <JobEntry
      job={job}
      actions={
        <>
          <Button size="s" icon="refresh-cw" busy={retrying.isBusy} onClick={() => void retrying.run()}>
            {job.tries > 0 ? t('Retry now') : t('Run now')}
          </Button>
          <ConfirmButton
            size="s"
            variant="plain"
            icon="trash-2"
            confirm={{
              title: t('Delete this job?'),
              description: t('“{summary}” won’t run. This action cannot be undone.', { summary: job.summary }),
              confirmLabel: t('Delete'),
              action: () => remove(job.id),
              success: { title: t('Job deleted'), variant: 'success' },
              onDone: focusContent,
            }}
          >
            {t('Delete')}
          </ConfirmButton>
        </>
      }
    />
  )
}
