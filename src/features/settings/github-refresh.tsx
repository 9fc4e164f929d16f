import { useId } from 'react'
import { Button } from '#ui/button.tsx'

/** The row for reading one's activity anew. This site does not read from GitHub yet, and says so. */
export function GithubRefresh({ username }: { username: string | null }) {
  const id = useId()
  return (
    <div className="github-refresh">
      <div>
        <p className="field-label">GitHub Activity Refresh</p>
        <p className="field-hint" id={`${id}-hint`}>
          {username
            ? `This site does not read the activity of @${username} yet. There is nothing to refresh.`
            : 'No GitHub account is connected. Enter your GitHub username above.'}
        </p>
      </div>
      <Button icon="refresh-cw" disabled aria-describedby={`${id}-hint`}>
        Refresh
      </Button>
    </div>
  )
}
