import { useId } from 'react'
import { t } from '#messages/messages.ts'
import { refreshGithubActivities, type SyncAnswer } from '#features/work/github/github.contract.ts'
import { GithubStatusLine } from '#features/work/github/github-status-line.tsx'
import { useGithubSync } from '#features/work/github/github-sync.hooks.ts'
import { Button } from '#ui/button.tsx'
import { showToast, type Toast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'

interface Props {
  username: string
  /** The saved username, not the one in the form. */
  githubUsername: string | null
}

/** The row with the button that refreshes the member's GitHub activity. */
export function GithubRefresh({ username, githubUsername }: Props) {
  const id = useId()
  const { mutateAsync, isPending } = useGithubSync(refreshGithubActivities)
  const refresh = async () => showToast(await mutateAsync().then(successOf, failureOf))
  return (
    <div className="github-refresh">
      <div>
        <p className="field-label">{t('GitHub Activity Refresh')}</p>
        <p className="field-hint" id={`${id}-hint`}>
          {githubUsername
            ? t('Fetches the public activity of @{githubUsername}. It also refreshes automatically every hour.', {
                githubUsername,
              })
            : t('No GitHub account is connected. Enter your GitHub username above and save it.')}
        </p>
        {githubUsername && <GithubStatusLine username={username} />}
      </div>
      <Button
        icon="refresh-cw"
        disabled={githubUsername === null}
        busy={isPending}
        aria-describedby={`${id}-hint`}
        onClick={() => void refresh()}
      >
        {isPending ? t('Refreshing...') : t('Refresh')}
      </Button>
    </div>
  )
}

/** Source: docs/product.md, Errors. */
const successOf = ({ count }: SyncAnswer): Toast => ({
  title: t('GitHub Activities Updated'),
  description: t('Successfully refreshed {count} activities', { count }),
  variant: 'success',
})

const failureOf = (reason: unknown): Toast => ({
  title: t('Refresh Failed'),
  description: messageOf(reason, t('Failed to refresh GitHub activities. Please check your GitHub token.')),
  variant: 'error',
})
