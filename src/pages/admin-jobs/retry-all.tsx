import { t } from '#messages/messages.ts'
import { useJobActions } from '#features/admin/jobs/jobs.hooks.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { useAction } from '#web/action.tsx'
import { focusContent } from '#web/focus-content.ts'

interface Props {
  /** Default: all tasks. */
  task: string | undefined
  count: number
}

/** A button that retries all failed jobs of one task or of all tasks. */
export function RetryAll({ task, count }: Props) {
  const { retryFailed } = useJobActions()
  const { run, isBusy } = useAction(async () => {
    const { retried } = await retryFailed(task)
    focusContent()
    const title = t('{retried, plural, one {# job queued} other {# jobs queued}}', { retried })
    showToast({ title, variant: 'success' })
  })
  return (
    <div className="row">
      <Button icon="refresh-cw" busy={isBusy} onClick={() => void run()}>
        {t('{count, plural, one {Retry job} other {Retry all # jobs}}', { count })}
      </Button>
    </div>
  )
}
