import { useState } from 'react'
import { useJobWishes } from '#features/admin/jobs/jobs.hooks.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { focusContent } from '#web/focus-content.ts'

interface Props {
  /** All, when there is none. */
  task: string | undefined
  count: number
}

/** Has all that failed for good done once more: of the task that is looked at, or of all. */
export function RetryAll({ task, count }: Props) {
  const [isBusy, setBusy] = useState(false)
  const { retryFailed } = useJobWishes()
  async function retryAll() {
    setBusy(true)
    try {
      const { retried } = await retryFailed(task)
      focusContent()
      const title = retried === 1 ? '1 job is tried again' : `${retried.toLocaleString('en')} jobs are tried again`
      showToast({ title, variant: 'success' })
    } catch (reason) {
      showToast({ title: 'Error', description: messageOf(reason, 'Please try again.'), variant: 'error' })
    }
    setBusy(false)
  }
  return (
    <div className="row">
      <Button icon="refresh-cw" busy={isBusy} onClick={() => void retryAll()}>
        {count === 1 ? 'Try it again' : `Try all ${count.toLocaleString('en')} again`}
      </Button>
    </div>
  )
}
