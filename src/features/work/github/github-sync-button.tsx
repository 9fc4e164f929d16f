import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { showToast, type Toast } from '#ui/toasts.ts'
import { useAction } from '#web/action.tsx'
import { ApiError, messageOf } from '#web/api.ts'
import { type SyncAnswer, syncGithubAccount } from './github.contract.ts'
import { useGithubSync } from './github-sync.hooks.ts'

interface Props {
  label?: string
  /** Runs after a successful sync, instead of showing a toast. */
  onSynced?: () => void
}

/** Syncs the viewer's activity from GitHub. */
export function GithubSyncButton({ label = t('Sync'), onSynced }: Props) {
  const { mutateAsync } = useGithubSync(syncGithubAccount)
  const { run, isBusy } = useAction(
    async () => {
      const answer = await mutateAsync()
      if (onSynced) onSynced()
      else showToast(successToast(answer))
    },
    (reason) => ({ title: failureOf(reason) }),
  )
  return (
    <Button size="s" icon="refresh-cw" busy={isBusy} onClick={() => void run()}>
      {isBusy ? t('Syncing...') : label}
    </Button>
  )
}

/** Source: docs/product.md, Errors. */
function successToast({ count, message }: SyncAnswer): Toast {
  if (count === 0) return { title: t('No GitHub activities found...'), description: message }
  return { title: t('Successfully synced {count} GitHub activities!', { count }), variant: 'success' }
}

function failureOf(reason: unknown): string {
  if (!(reason instanceof ApiError)) return t('An error occurred while syncing GitHub activity.')
  return t('Failed to sync GitHub activity: {reason}', { reason: messageOf(reason, t('Unknown error')) })
}
