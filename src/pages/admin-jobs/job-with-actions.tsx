import { useState } from 'react'
import { JobEntry } from '#features/admin/jobs/job-entry.tsx'
import type { Job } from '#features/admin/jobs/jobs.contract.ts'
import { useJobWishes } from '#features/admin/jobs/jobs.hooks.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { focusContent } from '#web/focus-content.ts'

/** A job, done now or removed by an administrator, unless it runs. */
export function JobWithActions({ job }: { job: Job }) {
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState<'retry' | 'remove' | null>(null)
  const { retry, remove } = useJobWishes()
  async function wish(what: 'retry' | 'remove') {
    setBusy(what)
    try {
      await (what === 'retry' ? retry(job.id) : remove(job.id))
      focusContent()
      showToast({ title: what === 'retry' ? 'It is done in a moment' : 'Job deleted', variant: 'success' })
    } catch (reason) {
      showToast({ title: 'Error', description: messageOf(reason, 'Please try again.'), variant: 'error' })
    }
    setBusy(null)
    setAsking(false)
  }
  const canTry = job.state !== 'running'
  return (
    <>
      <JobEntry
        job={job}
        actions={
          canTry && (
            <>
              <Button size="s" icon="refresh-cw" busy={busy === 'retry'} onClick={() => void wish('retry')}>
                {job.tries > 0 ? 'Try again now' : 'Do it now'}
              </Button>
              <Button size="s" variant="plain" icon="trash-2" onClick={() => setAsking(true)}>
                Delete
              </Button>
            </>
          )
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete this job?"
        description={`“${job.summary}” will not run. This action cannot be undone.`}
        confirmLabel="Delete"
        isBusy={busy === 'remove'}
        onConfirm={() => void wish('remove')}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
