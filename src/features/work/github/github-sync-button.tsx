import { Button } from '#ui/button.tsx'
import { showToast, type Toast } from '#ui/toasts.ts'
import { ApiError, messageOf } from '#web/api.ts'
import { type SyncAnswer, syncGithubAccount } from './github.contract.ts'
import { useGithubSync } from './github-sync.hooks.ts'

interface Props {
  label?: string
  /** After a sync that succeeded; left out, it is told. */
  onSynced?: () => void
}

/** Has the viewer's own activity read anew. */
export function GithubSyncButton({ label = 'Sync', onSynced }: Props) {
  const { mutateAsync, isPending } = useGithubSync(syncGithubAccount)

  async function sync() {
    try {
      const answer = await mutateAsync()
      if (onSynced) onSynced()
      else showToast(noticeOf(answer))
    } catch (reason) {
      showToast({ title: failureOf(reason), variant: 'error' })
    }
  }

  return (
    <Button size="s" icon="refresh-cw" busy={isPending} onClick={() => void sync()}>
      {isPending ? 'Syncing...' : label}
    </Button>
  )
}

/** Source: spec §8, GitHub sync. */
function noticeOf({ count, message }: SyncAnswer): Toast {
  if (count === 0) return { title: 'No GitHub activities found...', description: message }
  return { title: `Successfully synced ${count} GitHub activities!`, variant: 'success' }
}

function failureOf(reason: unknown): string {
  if (!(reason instanceof ApiError)) return 'An error occurred while syncing GitHub activity.'
  return `Failed to sync GitHub activity: ${messageOf(reason, 'Unknown error')}`
}
